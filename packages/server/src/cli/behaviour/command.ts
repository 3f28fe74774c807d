/** `kept behaviour <events...> --bill <files...>`: who pays for environments nobody uses; no server, no data folder. */
import { badInput } from '@kept/domain/errors.ts'
import { Command } from 'commander'
import { progressLine } from '../progress-bar.ts'
import type { Terminal } from '../terminal.ts'
import { analyseFiles } from './analyse-files.ts'
import { printBehaviour } from './print.ts'
import { toJson } from './to-json.ts'

interface Options {
  bill: string[]
  teams?: string
  environments?: string
  targets?: string
  from?: string
  to?: string
  format?: string
  currency?: string
  people?: boolean
  json?: boolean
}

export function behaviourCommand(terminal: Terminal): Command {
  return new Command('behaviour')
    .alias('behavior')
    .description(
      'hold activity against the bill: idle, wasted and dead environments, and the schedules that would suit them',
    )
    .argument(
      '<events...>',
      'files or folders of activity: usage events, webhooks, CloudTrail, audit logs, session tables',
    )
    .requiredOption(
      '--bill <files...>',
      'the bill of the same time: files, folders, or s3://, gs:// and az:// addresses',
    )
    .option('--teams <file>', 'JSON: zone, country, week and hours of each team')
    .option('--environments <file>', 'JSON: what is known of environments (owner, team, type)')
    .option('--targets <file>', 'JSON: which environment a repository or deployment target runs in')
    .option('--from <day>', 'first day to tell about, as 2026-09-01; all days are still learned from')
    .option('--to <day>', 'the day after the last one')
    .option('--format <id>', 'take the bills for this format instead of recognising them')
    .option('--currency <code>', 'this currency only')
    .option('--people', 'show who is kept waiting by name instead of by pseudonym')
    .option('--json', 'print one JSON object; money as decimal text')
    .addHelpText(
      'after',
      '\nExamples:\n  kept behaviour events.ndjson --bill october.csv.gz\n  kept behaviour cloudtrail/ sessions.csv --bill exports/ --teams teams.json --json > behaviour.json\nFiles and fields are explained in docs/guides/developer-behaviour.md.',
    )
    .action(async (events: string[], options: Options) => {
      const stop = new AbortController()
      const onInterrupt = () => stop.abort()
      process.once('SIGINT', onInterrupt)
      const line = progressLine(terminal, () => performance.now())
      try {
        const { bill, teams, environments, targets, from, to, format, currency } = options
        const analysis = await analyseFiles({
          events,
          bills: bill,
          teams,
          environments,
          targets,
          from: dayOf(from, '--from'),
          to: dayOf(to, '--to'),
          format,
          currency,
          people: options.people === true,
          signal: stop.signal,
          onProgress: line.show,
        })
        line.clear()
        if (options.json) terminal.out(`${JSON.stringify(toJson(analysis), null, 2)}\n`)
        else printBehaviour(analysis, terminal)
      } finally {
        line.clear()
        process.off('SIGINT', onInterrupt)
      }
    })
}

function dayOf(text: string | undefined, option: string): string | undefined {
  if (text === undefined) return undefined
  try {
    return Temporal.PlainDate.from(text).toString()
  } catch {
    throw badInput(`${option} must be a day, such as 2026-09-01; it is "${text}".`)
  }
}
