/** `kept analyse <files or urls...>`: a bill in, the truth and the leaks out; no server, no data folder. */
import { badInput } from '@kept/domain/errors.ts'
import type { BillInput } from '@kept/store/reading/open-bills.ts'
import { Command } from 'commander'
import { readColumnMapping } from '../column-mapping.ts'
import { progressLine } from '../progress-bar.ts'
import type { Terminal } from '../terminal.ts'
import { analyseBills } from './analyse-bills.ts'
import { type Analysis, toJson } from './analysis.ts'
import { printAnalysis } from './print.ts'

interface Options {
  json?: boolean
  format?: string
  mapping?: string
  currency?: string
}

export function analyseCommand(terminal: Terminal): Command {
  return new Command('analyse')
    .alias('analyze')
    .description('read bills and say what was spent and where money leaks; nothing is kept, no server is needed')
    .argument('<bills...>', 'files, folders, or s3://, gs:// and az:// addresses')
    .option('--json', 'print one JSON object; money as decimal text')
    .option('--format <id>', 'take the bills for this format instead of recognising them')
    .option('--mapping <file>', 'JSON that tells the columns of a bill of no known kind')
    .option('--currency <code>', 'show this currency only; also the currency of bills that name none')
    .addHelpText(
      'after',
      '\nExamples:\n  kept analyse october.csv.gz\n  kept analyse exports/ --json > october.json\n  kept analyse s3://bucket/cur/2026-10/ --currency USD',
    )
    .action(async (bills: string[], options: Options) => {
      const stop = new AbortController()
      const onInterrupt = () => stop.abort()
      process.once('SIGINT', onInterrupt)
      const line = progressLine(terminal, () => performance.now())
      try {
        const analysis = await analyseBills({
          inputs: bills.map(toInput),
          format: options.format,
          mapping: options.mapping === undefined ? undefined : readColumnMapping(options.mapping),
          currency: options.currency,
          environment: process.env,
          signal: stop.signal,
          onProgress: line.show,
          onOpened: (opened) => {
            if (!options.json) for (const sentence of opened) terminal.err(`${terminal.style('quiet', sentence)}\n`)
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

/** A bill of which nothing could be read is a mistake of the whole file, and a script must hear of it. */
function refuseUnreadable({ rows, setAside: [first] }: Analysis): void {
  if (rows.kept > 0 || !first) return
  throw badInput(
    `None of the ${rows.read.toLocaleString('en-US')} rows could be read; the first, ${first.file} line ${first.line}, ${first.column}: ${first.reason} ("${first.value}"). Please check how the file was written.`,
  )
}

function toInput(text: string): BillInput {
  return /^[a-z][a-z0-9+]*:\/\//i.test(text) ? { kind: 'url', url: text } : { kind: 'file', path: text }
}
