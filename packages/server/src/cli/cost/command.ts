/** `kept cost --group-by service,month`: Cost Explorer on the command line. */
import { KeptError } from '@kept/domain/errors.ts'
import { Command } from 'commander'
import { demoSlug } from '../../demo/demo-slug.ts'
import { readConfig } from '../../platform/config.ts'
import { type Terminal, textTable } from '../terminal.ts'
import { queryCost, writeCostCsv } from './query-cost.ts'
import { type CostOptions, readQuestion } from './read-question.ts'
import { costTables } from './tables.ts'

interface Options extends CostOptions {
  org: string
  data?: string
  json?: boolean
  csv?: boolean
}

export function costCommand(terminal: Terminal): Command {
  return new Command('cost')
    .description('Query costs by any dimension of the bill, over time, with comparison')
    .option(
      '-g, --group-by <keys>',
      'comma-separated dimensions (service, sub_account, tag:env, ...) and one of hour, day, week, month',
    )
    .option('-m, --measure <measures>', 'effective, billed, contracted, list, quantity, ... (default: effective)')
    .option(
      '-f, --filter <filter>',
      'provider=AWS, service!=Tax or resource~web; repeatable',
      (text: string, before: string[] | undefined) => [...(before ?? []), text],
    )
    .option('--from <day>', 'start of the range, such as 2026-03-01')
    .option('--to <day>', 'end of the range, exclusive')
    .option('--compare [with]', 'compare to previous_period (default) or previous_year')
    .option('--top <number>', 'show the largest groups and sum up the rest')
    .option('--currency <code>', 'show only this currency')
    .option('--page <number>', 'page number (default: 1)')
    .option('--page-size <number>', 'rows per page (default: 10000)')
    .option('--org <slug>', 'organization', demoSlug)
    .option('-d, --data <folder>', 'data folder (KEPT_DATA)')
    .option('--json', 'print JSON; amounts are decimal strings')
    .option('--csv', 'print all rows as CSV')
    .addHelpText(
      'after',
      '\nExamples:\n  kept cost --group-by service,month\n  kept cost -g sub_account,tag:env --filter provider=AWS --top 10 --compare\n  kept cost -g service --measure billed,list --csv > costs.csv',
    )
    .action(async (options: Options) => {
      if (options.json && options.csv) throw new KeptError('bad_input', 'Use either --json or --csv, not both.')
      const query = readQuestion(options)
      const environment = options.data === undefined ? process.env : { ...process.env, KEPT_DATA: options.data }
      const config = readConfig(environment)
      if (options.csv) return writeCostCsv(config, options.org, query, (text) => terminal.out(text))
      const answer = await queryCost(config, options.org, query)
      if (options.json) terminal.out(`${JSON.stringify(answer, null, 2)}\n`)
      else print(terminal, costTables(query, answer), answer)
    })
}

function print(
  terminal: Terminal,
  tables: ReturnType<typeof costTables>,
  { start_date: from, end_date: to, groups, rows, page }: Awaited<ReturnType<typeof queryCost>>,
): void {
  if (tables.length === 0) {
    terminal.out('No costs match these filters.\n')
    return
  }
  terminal.out(`${terminal.style('quiet', `${from} to ${to} (exclusive)`)}\n`)
  for (const { currency, columns, rows, total } of tables) {
    terminal.out(`\n${terminal.style('strong', currency)}\n`)
    if (columns.length > 0 && rows.length > 0) terminal.out(`${textTable(columns, rows, terminal.width)}\n`)
    terminal.out(`total: ${total} ${currency}\n`)
  }
  if (rows.length < page.rows) {
    const pages = Math.ceil(page.rows / page.size)
    terminal.out(
      `\nRows ${(page.number - 1) * page.size + 1} to ${(page.number - 1) * page.size + rows.length} of ${page.rows} (page ${page.number} of ${pages}). Use --page for another page or --csv for all rows.\n`,
    )
  } else if (groups.returned < groups.total)
    terminal.out(`\n${groups.returned} of ${groups.total} groups shown separately.\n`)
}
