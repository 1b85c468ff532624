import MartletWire

extension ConfigurationKey {
  /// The keys of files that users send.
  static let media: [ConfigurationKey] = [
    .server(
      "media.directory", \.mediaDirectory, .path, example: "/srv/martlet-media",
      """
      The directory of the files that users send. Without it they are in the data directory, under media. Several nodes
      need a directory that all of them share, and take no files without this key.
      """),
    .server(
      "media.sweep", \.mediaSweep, .duration(.seconds(1)...(.seconds(7 * 86_400))),
      "How often the server looks for files that no message names any more, and removes them."),
    .server(
      "media.variants", \.mediaVariants, .count(0...64),
      """
      How many variants of files are made at a time, such as smaller pictures; 0 for none. Each takes a processor and up to
      2 GiB of memory for a moment. It needs bubblewrap, libvips-tools and ffmpeg.
      """),
    .server(
      "media.variant_source", \.mediaVariantSource, .count(1...1 << 40),
      "Of files with more bytes no variants are made. Each is copied into the data directory meanwhile."),
    .limit(
      "limits.media_bytes", \.mediaBytes, .count(1...1 << 40), for: .app, "Maximum size of a file in bytes."),
    .limit(
      "limits.media_uploads", \.mediaUploads, .count(1...10_000), for: .app,
      "Maximum number of a user's uploads that are not complete."),
    .limit(
      "limits.media_bytes_of_user", \.mediaBytesOfUser, .count(1...1 << 50), for: .app,
      "Maximum size in bytes of all files of a user. A small file counts as 4 KiB."),
    .limit(
      "limits.media_waits", \.mediaWaits, .duration(.seconds(60)...(.seconds(3 * 86_400))), for: .app,
      "The time in which an upload must be complete, and then the time in which a message must name the file."),
    .limit(
      "limits.media_link", \.mediaLink, .duration(.seconds(1)...(.seconds(7 * 86_400))), for: .app,
      "The time for which a link to a file can be used."),
  ]
}
