/// Parts of shell scripts that start a server and end it with the process that needs it, however that ends.
enum Guardian {
  /// Whoever waits for the end of a pipe of this process must not wait for the end of the server.
  static let closingPipes = """
    for file in /proc/$$/fd/*; do if [ "${file##*/}" -gt 2 ]; then eval "exec ${file##*/}>&-"; fi; done
    """
}
