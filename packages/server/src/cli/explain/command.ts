/** `kept explain --filter service=AmazonEC2`: why a cost changed. */
import { Command } from 'commander'
import { demoSlug } from '../../demo/demo-slug.ts'
import { readConfig } from '../../platform/config.ts'
import type { Terminal } from '../terminal.ts'
import { formatExplanation } from './format-explanation.ts'
import { queryExplanation } from './query-explanation.ts'
import { type ExplainOptions, readExplainOptions } from './read-options.ts'

interface Options extends ExplainOptions {
  org: string
  data?: string
  json?: boolean
}

export function explainCommand(terminal: Terminal): Command {
  return new Command('explain')
    .description('Explain why costs changed: usage, prices, discounts, new and removed resources, days, tax and more')
    .option('--from <day>', 'start of the period, such as 2026-03-01 (default: the last 30 days)')
    .option('--to <day>', 'end of the period, exclusive')
    .option('--compare <with>', 'compare to previous_period or previous_year', 'previous_period')
    .option('--previous-from <day>', 'start of another earlier period')
    .option('--previous-to <day>', 'end of the earlier period, exclusive')
    .option('-m, --measure <measure>', 'effective or billed', 'effective')
    .option(
      '-f, --filter <filter>',
      'provider=AWS, service!=Tax or resource~web; repeatable',
      (text: string, before: string[] | undefined) => [...(before ?? []), text],
    )
    .option('-g, --group-by <dimension>', 'list the change by provider, service, sub_account, region or resource')
    .option('--items <number>', 'resources to list for each term (default: 5)')
    .option('--currency <code>', 'show only this currency')
    .option('--org <slug>', 'organization', demoSlug)
    .option('-d, --data <folder>', 'data folder (KEPT_DATA)')
    .option('--json', 'print JSON; amounts are decimal strings')
    .addHelpText(
      'after',
      '\nThe terms add up to the change exactly.\n\nExamples:\n  kept explain\n  kept explain --from 2026-10-01 --to 2026-11-01 --filter service=AmazonEC2\n  kept explain --compare previous_year --group-by sub_account --json',
    )
    .action(async (options: Options) => {
      const question = readExplainOptions(options)
      const environment = options.data === undefined ? process.env : { ...process.env, KEPT_DATA: options.data }
      const explanation = await queryExplanation(readConfig(environment), options.org, question)
      terminal.out(
        options.json ? `${JSON.stringify(explanation, null, 2)}\n` : formatExplanation(explanation, terminal),
      )
    })
}
