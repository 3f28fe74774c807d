/** `kept behavior <events...> --bill <files...>`: cost of unused environments, without a server or a data folder. */
import { badInput } from '@kept/domain/errors.ts'
import { Command } from 'commander'
import { progressLine } from '../progress-bar.ts'
import type { Terminal } from '../terminal.ts'
import { analyzeFiles } from './analyze-files.ts'
import { printBehavior } from './print.ts'
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

export function behaviorCommand(terminal: Terminal): Command {
  return new Command('behavior')
    .description('Compare activity with the bill: idle and zombie environments, wasted cost and suggested schedules')
    .argument('<events...>', 'files or folders with usage events, webhooks, CloudTrail, audit logs or session tables')
    .requiredOption('--bill <files...>', 'bills of the same period: files, folders, or s3://, gs:// and az:// URLs')
    .option('--teams <file>', 'JSON file with the time zone, country, work week and hours of each team')
    .option('--environments <file>', 'JSON file with the owner, team and type of environments')
    .option('--targets <file>', 'JSON file that maps repositories and deployment targets to environments')
    .option('--from <day>', 'first day to report, such as 2026-09-01; all days of the bill are analyzed')
    .option('--to <day>', 'end of the range, exclusive')
    .option('--format <id>', 'read the bills as this format instead of detecting it')
    .option('--currency <code>', 'show only this currency')
    .option('--people', 'show names instead of pseudonyms for interrupted developers')
    .option('--json', 'print JSON; amounts are decimal strings')
    .addHelpText(
      'after',
      '\nExamples:\n  kept behavior events.ndjson --bill october.csv.gz\n  kept behavior cloudtrail/ sessions.csv --bill exports/ --teams teams.json --json > behavior.json\nGuide: docs/guides/developer-behavior.md',
    )
    .action(async (events: string[], options: Options) => {
      const stop = new AbortController()
      const onInterrupt = () => stop.abort()
      process.once('SIGINT', onInterrupt)
      const line = progressLine(terminal, () => performance.now())
      try {
        const { bill, teams, environments, targets, from, to, format, currency } = options
        const analysis = await analyzeFiles({
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
        else printBehavior(analysis, terminal)
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
    throw badInput(`${option} "${text}" is not a date. Use a date such as 2026-09-01.`)
  }
}
