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
      "media.bucket", \.mediaBucket, .bucket, example: "s3://martlet-media/chat",
      """
      An S3 bucket for the files that users send, in place of a directory, and what the names of all objects in it begin
      with. Several nodes name the same one.
      """),
    .server(
      "media.endpoint", \.mediaEndpoint, .endpoint, example: "https://s3.example",
      "The address of the S3 server. Without it, AWS in the region below."),
    .server("media.region", \.mediaRegion, .region, "The region of the bucket. Servers other than AWS often take any."),
    .server(
      "media.addressing", \.mediaAddressing, .word,
      """
      Where the address of an object names the bucket: in the path or in the host's name. auto: in the path if
      media.endpoint is set, and otherwise in the host's name.
      """),
    .server(
      "media.credentials", \.mediaCredentialsFile, .path, example: "/etc/martlet/s3.credentials",
      """
      A file that only its owner can read, with the keys for S3, as AWS's tools write it: aws_access_key_id and
      aws_secret_access_key. Without it the server takes AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY from its environment.
      The server reads the file again when S3 refuses the keys.
      """),
    .server(
      "media.trust", \.mediaTrust, .path, example: "/etc/martlet/s3-ca.pem",
      "A PEM file of the certificates to trust for the S3 server. Without it, those of the machine."),
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
