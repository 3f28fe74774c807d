/** `kept verify <statement.json> --bill <files>`: every amount of a statement worked out again from your own bill. */

import type { Statement } from '@kept/domain/statement.ts'
import { nanoText } from '@kept/engine/savings/exact.ts'
import { Command } from 'commander'
import type { Terminal } from '../terminal.ts'
import { hasSearch } from './has-search.ts'
import { readCheckpoints, readKey, readStatement } from './statement-file.ts'
import { type Verdict, verifyStatement } from './verify-statement.ts'

interface Options {
  bill: string[]
  key?: string
  checkpoint?: string
  baselines?: boolean
  replacements: boolean
  json?: boolean
}

export function verifyCommand(terminal: Terminal): Command {
  return new Command('verify')
    .description('work every amount of a savings statement out again from your own bill; offline, nothing is kept')
    .argument('<statement>', 'the statement, a JSON file')
    .requiredOption('--bill <files...>', 'your bill of that month: files or folders, as your provider delivers it')
    .option('--key <file>', 'the public key you trust (PEM); otherwise the one the statement names is believed')
    .option('--checkpoint <file>', 'heads of the ledger you were told of at the time: a JSON file')
    .option(
      '--baselines',
      'make the frozen baselines again as well; give the bills of the weeks before each action, too',
    )
    .option(
      '--no-replacements',
      'take what replaced the removed capacity as the statement has it; otherwise it is searched again in the bills given',
    )
    .option('--json', 'print one JSON object')
    .addHelpText('after', verifyHelp)
    .action(async (path: string, options: Options) => {
      const stop = new AbortController()
      const onInterrupt = () => stop.abort()
      process.once('SIGINT', onInterrupt)
      try {
        const statement = await readStatement(path)
        const verdict = await verifyStatement({
          statement,
          bills: options.bill,
          trustedKey: await readKey(options.key),
          checkpoints: await readCheckpoints(options.checkpoint),
          environment: process.env,
          ...(options.baselines && { baselines: true }),
          replacements: options.replacements,
          signal: stop.signal,
        })
        if (!verdict.agrees) process.exitCode = 1
        if (options.json) return terminal.out(`${JSON.stringify({ period: statement.period, ...verdict }, null, 2)}\n`)
        if (!verdict.agrees) return terminal.out(`${terminal.style('bad', 'Disagrees.')} ${verdict.sentence}\n`)
        const { currency, net, commission, entries, period, held } = statement
        terminal.out(
          `${terminal.style('good', 'Agrees.')} ${period}: ${entries.length} entries, ${nanoText(BigInt(net))} ${currency} saved, fee ${commission.fee} ${currency}, worked out again from ${verdict.rows} rows of your bill.\n`,
        )
        if (verdict.passed_over > 0)
          terminal.out(
            `Passed over ${verdict.passed_over} ${verdict.passed_over === 1 ? 'row' : 'rows'} of other months that could not be read.\n`,
          )
        const replacements = describeReplacements(statement, verdict)
        if (replacements) terminal.out(`${replacements}\n`)
        terminal.out(`${sayBaselines(statement, verdict)}\n`)
        if (!options.key)
          terminal.out('The signature fits the key that the statement names; give --key to check whose it is.\n')
        for (const { actions, resources } of statement.substitution?.uncertain_groups ?? [])
          terminal.out(
            `Could not be checked: ${resources} ${resources === 1 ? 'resource' : 'resources'} of the same purpose as in ${actions.map((id) => `"${id}"`).join(', ')} vary too much to tell whether they took over.\n`,
          )
        for (const { lineage, reason } of held) terminal.out(`Nothing is claimed of ${lineage}: ${reason}\n`)
      } finally {
        process.off('SIGINT', onInterrupt)
      }
    })
}

/** Where replacements were searched: never left unsaid. */
function describeReplacements(statement: Statement, verdict: Verdict): string | undefined {
  if (!hasSearch(statement)) return undefined
  const checked = verdict.agrees ? verdict.replacements : undefined
  if (!checked)
    return 'What replaced the removed capacity is taken as stated; without --no-replacements it is searched again.'
  const { stated, missing } = checked
  const count = stated === 1 ? '1 replacement' : `${stated} replacements`
  return missing
    ? `Searched for replacements in the bills given, and found none that the statement leaves out; it names ${count}. To search all that it rests on, give the bills of ${missing.from} to ${missing.to}, whole.`
    : `Searched again for what replaced the removed capacity: ${count}, as stated.`
}

/** What the frozen baselines were held against: never left unsaid. */
function sayBaselines({ baselines }: Statement, verdict: Verdict): string {
  const checked = verdict.agrees ? verdict.baselines : undefined
  if (baselines.length === 0) return 'No action of it rests on a baseline.'
  if (!checked)
    return `Its ${baselines.length} baselines are taken as they were frozen; with --baselines and the bills of the weeks before they are made again.`
  const { again, not_given, missing } = checked
  const rest = missing ? ` ${not_given} were not: give the bills of ${missing.from} to ${missing.to}, whole.` : ''
  return `${again} of ${baselines.length} baselines were made again from your older bills, and are the same.${rest}`
}

const verifyHelp = `
Exit codes: 0 everything agrees; 1 something disagrees, the first is named; 2 it could not be checked (a file is missing
or is no statement, rows of its month could not be read).

Example:
  kept verify 2026-09.statement.json --bill cur/2026-09/ --key kept.pem`
