/** `kept sample-bill`: generates a sample bill in any supported format, with its expected totals. */
import { badInput } from '@kept/domain/errors.ts'
import { addMonths } from '@kept/foundation/calendar/month.ts'
import { keysOf } from '@kept/foundation/keys.ts'
import { type SampleFormat, sampleFormats } from '@kept/scenarios/sample-bill/formats.ts'
import { Command } from 'commander'
import { type Terminal, textTable } from '../terminal.ts'
import { makeSampleBill, type SampleBill, sampleSizes } from './make-sample-bill.ts'
import { writeFiles, writeToOutput } from './write-files.ts'

interface Options {
  format: string
  months: string
  start?: string
  seed: string
  size: string
  out: string
  fileType?: string
  json?: boolean
}

/** `today` is an ISO date. Without --start the bill ends with the previous month. */
export function sampleBillCommand(
  terminal: Terminal,
  today: () => string = () => Temporal.Now.plainDateISO('UTC').toString(),
): Command {
  return new Command('sample-bill')
    .description('Generate a sample bill with made-up resources, prices and commitments')
    .requiredOption('--format <id>', 'format of the bill, see the list below')
    .option('--months <count>', 'number of months, 1 to 36', '1')
    .option('--start <month>', 'first month, such as 2026-07 (default: the bill ends last month)')
    .option('--seed <text>', 'seed; the same seed generates the same bill', 'sample')
    .option('--size <size>', `size: ${Object.keys(sampleSizes).join(', ')}`, 'small')
    .option('--file-type <type>', 'csv, csv.gz, csv.zst, csv.zip, jsonl, jsonl.gz or parquet (depends on the format)')
    .option('--out <folder>', 'output folder, or - to print a single CSV or JSON Lines file', 'sample-bill')
    .option('--json', 'print the files and monthly totals as JSON')
    .addHelpText('after', `\nFormats:\n${listFormats()}\n${examples}`)
    .action(async (options: Options) => {
      const format = formatOf(options.format)
      const fileType = fileTypeOf(format, options)
      const months = parseInteger('--months', options.months, 36)
      const bill = makeSampleBill({
        format,
        fileType,
        months,
        start: startOf(options.start, months, today()),
        seed: options.seed,
        size: sizeOf(options.size),
      })
      if (options.out === '-') {
        if (options.json) throw badInput('Use either --json or --out -, not both.')
        writeToOutput(bill, terminal)
        return
      }
      const files = await writeFiles(bill, options.out)
      terminal.out(options.json ? `${JSON.stringify(toJson(bill, files), null, 2)}\n` : toText(bill, files, terminal))
    })
}

const examples = `
Examples:
  kept sample-bill --format aws-cur --months 3
  kept sample-bill --format azure-mca --start 2026-01 --seed shop --out azure/
  kept sample-bill --format focus-1.2 --file-type csv --out - | head`

function listFormats(): string {
  const width = Math.max(...sampleFormats.map(({ id }) => id.length))
  return sampleFormats.map(({ id, label }) => `  ${id.padEnd(width)}  ${label}`).join('\n')
}

function formatOf(id: string): SampleFormat {
  const match = sampleFormats.find((format) => format.id === id)
  if (match) return match
  throw badInput(`Unknown sample format "${id}". Choose one of:\n${listFormats()}`)
}

function fileTypeOf(format: SampleFormat, { fileType, out }: Options): SampleFormat['fileTypes'][number] {
  const csvType = format.fileTypes.find((type) => type === 'csv')
  if (fileType === undefined) return out === '-' && csvType ? csvType : format.fileTypes[0]
  const match = format.fileTypes.find((type) => type === fileType)
  if (match) return match
  throw badInput(
    `${format.id} does not support the file type "${fileType}". Choose one of ${format.fileTypes.join(', ')}.`,
  )
}

function sizeOf(size: string): keyof typeof sampleSizes {
  const match = keysOf(sampleSizes).find((name) => name === size)
  if (match) return match
  throw badInput(`Unknown size "${size}". Choose one of ${Object.keys(sampleSizes).join(', ')}.`)
}

function startOf(text: string | undefined, months: number, today: string): string {
  if (text === undefined) {
    return addMonths(today, -months)
  }
  if (/^(?:19|20)\d\d-(?:0[1-9]|1[0-2])$/.test(text)) return text
  throw badInput(`--start "${text}" is not a month. Write it as 2026-07.`)
}

function parseInteger(option: string, text: string, maximum: number): number {
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= 1 && value <= maximum) return value
  throw badInput(`${option} "${text}" must be a whole number from 1 to ${maximum}.`)
}

function toJson(bill: SampleBill, files: string[]): object {
  return { format: bill.format.id, fileType: bill.fileType, files, months: bill.truth }
}

function toText({ format, truth }: SampleBill, files: string[], terminal: Terminal): string {
  const rightAligned = (head: string) => ({ head, align: 'right' as const })
  const rows = truth.map(({ month = '', currency = '', billed = '', amortized = '', unused, list }) => [
    month.slice(0, 7),
    currency,
    billed,
    amortized,
    unused ?? '-',
    list ?? '-',
  ])
  const table = textTable(
    [
      { head: 'Month' },
      { head: 'Currency' },
      rightAligned('Billed'),
      rightAligned('Amortized'),
      rightAligned('Unused'),
      rightAligned('List'),
    ],
    rows,
    terminal.width,
  )
  return `${terminal.style('strong', format.label)}\n${files.map((file) => `  ${file}`).join('\n')}\n\n${table}\n`
}
