import MartletNet
import MartletWire

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

let words = Array(CommandLine.arguments.dropFirst())
// A write to a closed pipe must fail with an error instead of ending the process.
signal(SIGPIPE, SIG_IGN)
let surroundings = Surroundings(
  variable: { name in getenv(name).map { String(cString: $0) } },
  input: STDIN_FILENO,
  output: FileOutput(descriptor: STDOUT_FILENO),
  errors: FileOutput(descriptor: STDERR_FILENO),
  time: SystemTimeSource(),
  signals: SignalThread.start(watching: CommandLineInterface.command(in: words)?.signals ?? []))
OpenSSLCleanup.turnOff()
let code = await CommandLineInterface.run(words, in: surroundings)
exit(code.rawValue)
