/**
 * Run as a separate process by tests that kill it: starts one engine in a folder, reports it in one JSON line, and
 * waits until it is killed. Arguments: postgres or warehouse, and the folder.
 */
import { startEmbeddedDatabase } from '../database/embedded.ts'
import { startEmbeddedWarehouse } from '../warehouse/embedded.ts'

const [kind, folder = ''] = process.argv.slice(2)
const engine =
  kind === 'postgres'
    ? await startEmbeddedDatabase({ folder, logFolder: folder })
    : await startEmbeddedWarehouse({ folder, logFolder: folder, memoryBytes: 1024 ** 3, timeoutMs: 180_000 })
process.stdout.write(`${JSON.stringify({ pid: engine.pid })}\n`)
setInterval(() => undefined, 60_000)
