/** `kept cost --group-by service,month`: the cost explorer at the command line. */
import { KeptError } from '@kept/domain/errors.ts'
import { Command } from 'commander'
import { readConfig } from '../../platform/config.ts'
import { demoSlug } from '../../session/demo.ts'
import { type Terminal, textTable } from '../terminal.ts'
import { askCost, writeCostCsv } from './ask.ts'
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
    .description('ask what was spent: by anything on the bill, over time, against the time before')
    .option(
      '-g, --group-by <keys>',
      'comma-separated: service, sub_account, tag:env, sku_price_detail:CoreCount ..., and one of hour, day, week, month',
    )
    .option('-m, --measure <measures>', 'effective, billed, contracted, list, quantity ... (effective)')
    .option(
      '-f, --filter <filter>',
      'provider=AWS, service!=Tax, resource~web; may be given several times',
      (text: string, before: string[] | undefined) => [...(before ?? []), text],
    )
    .option('--from <day>', 'first day, as 2026-03-01')
    .option('--to <day>', 'the day after the last one')
    .option('--compare [with]', 'previous_period or previous_year')
    .option('--top <number>', 'the largest groups; the rest is one row')
    .option('--currency <code>', 'this currency only')
    .option('--page <number>', 'which page of the rows, the first is 1')
    .option('--page-size <number>', 'rows of a page (10000)')
    .option('--org <slug>', 'whose costs', demoSlug)
    .option('-d, --data <folder>', 'data folder (KEPT_DATA)')
    .option('--json', 'print the whole answer as JSON; money as decimal text')
    .option('--csv', 'print CSV, every row of it')
    .addHelpText(
      'after',
      '\nExamples:\n  kept cost --group-by service,month\n  kept cost -g sub_account,tag:env --filter provider=AWS --top 10 --compare\n  kept cost -g service --measure billed,list --csv > costs.csv',
    )
    .action(async (options: Options) => {
      if (options.json && options.csv) throw new KeptError('bad_input', 'Choose one of --json and --csv.')
      const query = readQuestion(options)
      const environment = options.data === undefined ? process.env : { ...process.env, KEPT_DATA: options.data }
      const config = readConfig(environment)
      if (options.csv) return writeCostCsv(config, options.org, query, (text) => terminal.out(text))
      const answer = await askCost(config, options.org, query)
      if (options.json) terminal.out(`${JSON.stringify(answer, null, 2)}\n`)
      else print(terminal, costTables(query, answer), answer)
    })
}

function print(
  terminal: Terminal,
  tables: ReturnType<typeof costTables>,
  { from, to, groups, rows, page }: Awaited<ReturnType<typeof askCost>>,
): void {
  if (tables.length === 0) {
    terminal.out('Nothing was charged that fits the question.\n')
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
      `\nRows ${(page.number - 1) * page.size + 1} to ${(page.number - 1) * page.size + rows.length} of ${page.rows} (page ${page.number} of ${pages}); --page shows another, --csv writes all.\n`,
    )
  } else if (groups.shown < groups.all)
    terminal.out(`\n${groups.shown} of ${groups.all} groups are shown on their own.\n`)
}
