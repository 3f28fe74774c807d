/** `kept watch`: prints the live messages of an organization. */
import { createPlatformClient } from '@kept/client/platform-client.ts'
import { KeptError } from '@kept/domain/errors.ts'
import { Command } from 'commander'
import { readConfig } from '../../platform/config.ts'
import { findRunningKept } from '../../platform/data-folder.ts'
import type { Terminal } from '../terminal.ts'
import { formatMessage } from './format-message.ts'

interface Options {
  url?: string
  org?: string
  data?: string
  json?: boolean
}

export function watchCommand(terminal: Terminal): Command {
  return new Command('watch')
    .description('Print alerts and updates of a running server as they happen')
    .option('--url <address>', 'server to connect to; set KEPT_API_KEY to an API key')
    .option('--org <slug>', 'organization; required without --url')
    .option('-d, --data <folder>', 'data folder (KEPT_DATA)')
    .option('--json', 'print each message as one line of JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  kept watch --org acme\n  KEPT_API_KEY=kept_... kept watch --url https://kept.example.com --json',
    )
    .action(async (options: Options) => {
      const client = createPlatformClient(options.url === undefined ? localTarget(options) : remoteTarget(options.url))
      await new Promise<void>((resolve, reject) => {
        const connection = client.connect({
          onMessage(message) {
            terminal.out(options.json ? `${JSON.stringify(message)}\n` : `${formatMessage(message)}\n`)
          },
          onGap: () => terminal.err('Some messages were missed while disconnected.\n'),
          onState(state) {
            if (state === 'connecting') return
            if (state === 'connected') return terminal.err('Connected. Press Ctrl-C to stop.\n')
            const reason = state === 'error' ? 'could not be reached after five attempts' : 'refused the key or session'
            reject(new KeptError('unavailable', `Kept ${reason}. Check the URL and the key.`))
          },
        })
        const stop = () => {
          process.off('SIGINT', stop).off('SIGTERM', stop)
          // Resolve first, because closing also reports a state.
          resolve()
          connection.close()
        }
        process.on('SIGINT', stop).on('SIGTERM', stop)
      })
    })
}

function remoteTarget(baseUrl: string) {
  const token = process.env.KEPT_API_KEY
  if (!URL.canParse(baseUrl)) throw new KeptError('bad_input', `--url "${baseUrl}" is not a URL. Use https://host.`)
  if (!token) throw new KeptError('bad_input', 'Set KEPT_API_KEY to an API key with the notifications:read scope.')
  return { baseUrl, token }
}

function localTarget({ org, data }: Options) {
  const config = readConfig(data === undefined ? withoutKey() : { ...withoutKey(), KEPT_DATA: data })
  const running = findRunningKept(config.dataFolder)
  if (!running) {
    throw new KeptError(
      'unavailable',
      `No server runs on the data folder ${config.dataFolder}. Start Kept, or pass --url.`,
    )
  }
  if (org === undefined) throw new KeptError('bad_input', 'Choose an organization with --org.')
  return { baseUrl: running.url, token: running.operatorToken, organization: org }
}

/** KEPT_API_KEY belongs to this command and is not a server setting. */
function withoutKey(): NodeJS.ProcessEnv {
  const { KEPT_API_KEY: _, ...environment } = process.env
  return environment
}
