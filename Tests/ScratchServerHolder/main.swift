import Foundation
import LivePostgres

// Starts a scratch server, says where, and waits to be killed.
let server = try ScratchServer()
print(server.folder)
fflush(nil)
while true { sleep(60) }
