import Foundation

extension ScratchServer {
  /// The shell script that makes, guards and removes a server. `$1` is the folder of PostgreSQL's
  /// programs, the arguments after it are options for `postgres`.
  ///
  /// Its standard input is a pipe that our process holds open and never writes to: when it closes,
  /// by `stop()` or because our process is gone, even by SIGKILL, the server is stopped and the
  /// folder removed. It prints `started FOLDER`, and `failed` with the reason if the server ends
  /// by itself.
  static let keeperScript = #"""
    trap '' PIPE
    umask 077
    cd /
    exec 3<&0 </dev/null
    bin=$1
    shift
    for base in /tmp "${TMPDIR:-/var/tmp}" /var/tmp; do
      folder=$(mktemp -d "$base/rowkeep.XXXXXXXX") && break
    done
    if [ -z "$folder" ]; then
      echo failed
      echo "no folder can be made in /tmp"
      exit 1
    fi
    finish() {
      reason=$(tail -n 5 "$folder/log")
      rm -rf "$folder"
      echo failed
      echo "$reason"
      exit 1
    }
    "$bin/initdb" -D "$folder/data" -A trust -U postgres -E UTF8 --locale=C -N --no-instructions \
      >"$folder/log" 2>&1 3<&- || finish
    "$bin/postgres" -D "$folder/data" -k "$folder" "$@" >"$folder/log" 2>&1 3<&- &
    server=$!
    # SIGQUIT is "immediate shutdown". It is ignored until the server has set its handlers, so it
    # is sent until nothing is left to get it.
    {
      read -r line <&3
      tries=0
      while kill -QUIT "$server"; do
        sleep 0.05
        tries=$((tries + 1))
        [ "$tries" -lt 400 ] || kill -KILL "$server"
      done
    } >/dev/null &
    guard=$!
    exec 3<&-
    echo "started $folder"
    wait "$server"
    kill "$guard"
    finish
    """#

  /// Settings for a server whose data need not outlive it.
  static let options = [
    "port=\(usualPort)", "listen_addresses=", "unix_socket_permissions=0700", "fsync=off",
    "synchronous_commit=off", "full_page_writes=off", "wal_level=minimal", "max_wal_senders=0",
    "shared_buffers=32MB", "max_connections=100", "autovacuum_naptime=2147483", "jit=off",
    "max_parallel_workers_per_gather=0", "dynamic_shared_memory_type=mmap",
    "logging_collector=off", "timezone=UTC",
  ].flatMap { ["-c", $0] }

  /// What runs the script: a shell, as an ordinary user if we are root, whom PostgreSQL refuses.
  static func keeperCommand(_ installation: PostgresInstallation) throws(LivePostgresError)
    -> [String]
  {
    let shell =
      ["/bin/sh", "-c", keeperScript, "rowkeep-scratch-server", installation.binFolder] + options
    guard geteuid() == 0 else { return shell }
    let users = ["postgres", "nobody"]
    guard let user = users.first(where: { name in getpwnam(name) != nil }),
      let entry = getpwnam(user)?.pointee
    else {
      throw LivePostgresError(
        .cannotStartServer, "PostgreSQL refuses to run as root, and there is no user `postgres`",
        help: "create that user, or run as an ordinary one")
    }
    if let program = ChildProcess.findProgram("setpriv") {
      let identity = ["--reuid=\(entry.pw_uid)", "--regid=\(entry.pw_gid)", "--clear-groups"]
      return [program] + identity + ["--"] + shell
    }
    if let program = ChildProcess.findProgram("runuser") {
      return [program, "-u", user, "--"] + shell
    }
    if let program = ChildProcess.findProgram("sudo") {
      return [program, "-n", "-u", user, "--"] + shell
    }
    throw LivePostgresError(
      .cannotStartServer, "PostgreSQL refuses to run as root",
      help: "install util-linux, whose setpriv changes the user, or run as an ordinary user")
  }
}
