/** `kept serve`: starts the same server as `npm start`. */
import { Command } from 'commander'
import type { Terminal } from './terminal.ts'

export function serveCommand(_terminal: Terminal): Command {
  return new Command('serve')
    .description('Start the server and print its URL')
    .option('-p, --port <port>', 'port to listen on (KEPT_PORT); 0 picks a free port')
    .option('-d, --data <folder>', 'data folder (KEPT_DATA)')
    .action(async ({ port, data }: { port?: string; data?: string }) => {
      if (port !== undefined) process.env.KEPT_PORT = port
      if (data !== undefined) process.env.KEPT_DATA = data
      await import('../main.ts')
    })
}
