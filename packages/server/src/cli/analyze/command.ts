/** `kept analyze <files or urls...>`: spend and savings of a bill, without a server or a data folder. */
import { badInput } from '@kept/domain/errors.ts'
import { formatCount } from '@kept/foundation/format/number.ts'
import type { BillInput } from '@kept/store/reading/open-bills.ts'
import { Command } from 'commander'
import { readColumnMapping } from '../column-mapping.ts'
import { progressLine } from '../progress-bar.ts'
import type { Terminal } from '../terminal.ts'
import { type Analysis, toJson } from './analysis.ts'
import { analyzeBills } from './analyze-bills.ts'
import { printAnalysis } from './print.ts'

interface Options {
  json?: boolean
  format?: string
  mapping?: string
  currency?: string
}

export function analyzeCommand(terminal: Terminal): Command {
  return new Command('analyze')
    .description('Show what a bill costs and where you can save. Needs no server and stores nothing')
    .argument('<bills...>', 'files, folders, or s3://, gs:// and az:// URLs')
    .option('--json', 'print JSON; amounts are decimal strings')
    .option('--format <id>', 'read the bills as this format instead of detecting it')
    .option('--mapping <file>', 'JSON file that maps the columns of an unknown format')
    .option('--currency <code>', 'show only this currency; also used for bills without a currency column')
    .addHelpText(
      'after',
      '\nExamples:\n  kept analyze october.csv.gz\n  kept analyze exports/ --json > october.json\n  kept analyze s3://bucket/cur/2026-10/ --currency USD',
    )
    .action(async (bills: string[], options: Options) => {
      const stop = new AbortController()
      const onInterrupt = () => stop.abort()
      process.once('SIGINT', onInterrupt)
      const line = progressLine(terminal, () => performance.now())
      try {
        const analysis = await analyzeBills({
          inputs: bills.map(toInput),
          format: options.format,
          mapping: options.mapping === undefined ? undefined : readColumnMapping(options.mapping),
          currency: options.currency,
          environment: process.env,
          signal: stop.signal,
          onProgress: line.show,
          onOpened: (opened) => {
            if (!options.json) for (const note of opened) terminal.err(`${terminal.style('quiet', note)}\n`)
          },
        })
        line.clear()
        if (options.json) terminal.out(`${JSON.stringify(toJson(analysis), null, 2)}\n`)
        else printAnalysis(analysis, terminal)
        refuseUnreadable(analysis)
      } finally {
        line.clear()
        process.off('SIGINT', onInterrupt)
      }
    })
}

/** Fails when no row could be read, so that a script gets exit code 2. */
function refuseUnreadable({ rows, rejectedRows: [first] }: Analysis): void {
  if (rows.stored > 0 || !first) return
  throw badInput(
    `None of the ${formatCount(rows.read)} rows could be read. First: ${first.file}, line ${first.line}, ${first.column}: ${first.reason} ("${first.value}"). Check the file, or choose the format with --format.`,
  )
}

function toInput(text: string): BillInput {
  return /^[a-z][a-z0-9+]*:\/\//i.test(text) ? { kind: 'url', url: text } : { kind: 'file', path: text }
}
