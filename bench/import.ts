/**
 * Import of a large FOCUS bill, CSV and Parquet, against the bare engine's own INSERT ... SELECT of the same columns
 * into the same table. Ours reads, checks every amount and date, proves rows and sums by a second reader at the same
 * time, and fills the roll-ups; the bare engine only reads with the table's own types. Seconds of processor are those of
 * the engine and of the process that reads beside it: the ratio of times depends on what else the machine does.
 */
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { formats } from '@kept/connectors/all.ts'
import { focusColumnNames, focusColumns } from '@kept/domain/focus-columns.ts'
import { rollUpLoads } from '@kept/store/ledger/roll-up.ts'
import { openBills } from '@kept/store/reading/open-bills.ts'
import { proveFile, readBill } from '@kept/store/reading/read-bill.ts'
import { type Container, quote } from '@kept/store/reading/source.ts'
import type { Warehouse } from '@kept/store/warehouse/client.ts'
import { openEmbeddedWarehouse } from '@kept/store/warehouse/open-embedded.ts'
import { type Benchmark, median, timed } from './benchmark.ts'

const rows = Number(process.env.BENCH_ROWS ?? 5_000_000)
const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
const scope = { organizationId: '00000000-0000-4000-8000-000000000001' }
/** USER_HZ, which Linux has everywhere. */
const ticksPerSecond = 100
/** The 65 columns of FOCUS 1.4. */
const columns = focusColumnNames.filter((name) => !('until' in focusColumns[name]))

export const importBenchmark: Benchmark = {
  name: 'import',
  title: `Import: ${rows.toLocaleString('en-US')} FOCUS rows of 65 columns`,
  async run({ scratch, print }) {
    const { warehouse, engine } = await openEmbeddedWarehouse({
      folder: join(scratch, 'warehouse'),
      logFolder: join(scratch, 'logs'),
      memoryBytes: 6 * 1024 ** 3,
    })
    try {
      const table: string[][] = []
      for (const container of ['CSVWithNames', 'Parquet'] as const) {
        const path = join(scratch, container === 'Parquet' ? 'bill.parquet' : 'bill.csv')
        print(`writing ${path.split('/').at(-1)} ...`)
        await writeBill(warehouse, path, container, rows)
        const bytes = statSync(path).size
        const [keptTimes, bareTimes]: [number[], number[]] = [[], []]
        const [keptProcessor, bareProcessor]: [number[], number[]] = [[], []]
        for (let round = 0; round < rounds; round += 1) {
          await warehouse.administer('TRUNCATE TABLE cost_line')
          const measure = async (work: () => Promise<void>, times: number[], processor: number[]) => {
            const before = processorSeconds(engine.pid)
            times.push(await timed(work))
            processor.push(processorSeconds(engine.pid) - before)
          }
          await measure(() => bareInsert(warehouse, path, container, 'cost_line'), bareTimes, bareProcessor)
          await warehouse.administer('TRUNCATE TABLE cost_line')
          await measure(
            () => importOurs(warehouse, path, `round-${container}-${round}`, rows),
            keptTimes,
            keptProcessor,
          )
          const figures = [bareTimes, keptTimes].map((times) => ((times.at(-1) ?? 0) / 1000).toFixed(1))
          const spent = [bareProcessor, keptProcessor].map((seconds) => (seconds.at(-1) ?? 0).toFixed(1))
          print(`${container}: bare and ours, s: ${figures.join(' ')}; of processor: ${spent.join(' ')}`)
        }
        const ratios = keptTimes.map((time, index) => time / (bareTimes[index] ?? Number.NaN))
        table.push([
          container === 'Parquet' ? 'Parquet' : 'CSV',
          `${(bytes / 1e9).toFixed(2)} GB`,
          (median(bareTimes) / 1000).toFixed(1),
          (median(keptTimes) / 1000).toFixed(1),
          Math.round(rows / (median(keptTimes) / 1000)).toLocaleString('en-US'),
          median(ratios).toFixed(2),
          median(bareProcessor).toFixed(1),
          median(keptProcessor).toFixed(1),
          (median(keptProcessor) / median(bareProcessor)).toFixed(2),
        ])
      }
      return {
        description: `Whole import (recognize, read with every amount and date checked, prove rows and sums by a second reader, both roll-ups) against the bare \`INSERT ... SELECT\` with the table’s own types; ${rounds === 1 ? 'one paired round' : `median of ${rounds} paired rounds`}.`,
        head: [
          'file',
          'size',
          'bare engine, s',
          'Kept, s',
          'Kept, rows/s',
          'ratio',
          'bare, s of processor',
          'Kept, s of processor',
          'ratio of processor',
        ],
        rows: table,
        notes: ['Figure to reach: a ratio of at most 1.15.'],
      }
    } finally {
      await warehouse.close()
      await engine.stop()
    }
  },
}

/** What the engine and this process have spent so far. */
function processorSeconds(enginePid: number | undefined): number {
  const stat = readFileSync(`/proc/${enginePid}/stat`, 'utf8')
  const [user = '0', system = '0'] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
  const own = process.cpuUsage()
  return (Number(user) + Number(system)) / ticksPerSecond + (own.user + own.system) / 1e6
}

/** Reads, proves and rolls up, as an import does; throws when the proof counts other rows. */
export async function importOurs(
  warehouse: Warehouse,
  path: string,
  importId: string,
  expectedRows: number,
): Promise<void> {
  const { bills } = await openBills(warehouse, [{ kind: 'file', path }], formats, { scope })
  const [bill] = bills
  if (!bill) throw new Error('the generated bill was not recognized')
  const { source, columns: sourceColumns, format } = bill
  const request = { scope, importId, source, columns: sourceColumns, mapping: format.mapping }
  // Side by side, as an import does.
  const [, proof] = await Promise.all([readBill(warehouse, request), proveFile(warehouse, request)])
  if (proof.rows !== expectedRows) throw new Error(`the proof counted ${proof.rows} rows`)
  const loads = await warehouse.query<{ load_id: string }>(
    scope,
    'SELECT DISTINCT load_id FROM cost_line WHERE organization_id = {organization_id:UUID} AND startsWith(load_id, {import:String})',
    { import: importId },
  )
  await rollUpLoads(
    warehouse,
    scope,
    loads.map(({ load_id }) => load_id),
  )
}

/** The engine alone: columns by the table's own types, tags from JSON, the extra columns Kept adds as constants. */
export async function bareInsert(
  warehouse: Warehouse,
  path: string,
  container: Container,
  table: string,
): Promise<void> {
  const described = await warehouse.inspect<{ name: string; type: string }>('DESCRIBE TABLE cost_line')
  const typeOf = new Map(described.map(({ name, type }) => [name, type]))
  const isMap = (name: string) => typeOf.get(name)?.startsWith('Map') ?? false
  const structure = columns.map((name) => `${name} ${isMap(name) ? 'String' : typeOf.get(name)}`).join(', ')
  const values = columns.map((name) =>
    isMap(name) ? `CAST(JSONExtract(${name}, 'Map(String, String)'), 'Map(LowCardinality(String), String)')` : name,
  )
  await warehouse.execute(
    scope,
    `INSERT INTO ${table} (organization_id, load_id, billing_period, charge_date, ${columns.join(', ')})
     SELECT {organization_id:UUID}, 'bare', toDate(BillingPeriodStart), toDate(ChargePeriodStart), ${values.join(', ')}
     FROM file(${quote(path)}, ${container}, ${quote(structure)})`,
    {},
    { settings: { date_time_input_format: 'best_effort' } },
  )
}

/** A Parquet bill has types of its own: times and decimals are no text there. */
function typed(container: Container, name: string, value: string): string {
  if (container !== 'Parquet') return value
  const { kind } = focusColumns[name as keyof typeof focusColumns]
  if (kind === 'time') return `parseDateTimeBestEffortOrNull(${value}, 'UTC')`
  return kind === 'amount' || kind === 'number' ? `toDecimal128OrNull(${value}, 10)` : value
}

/** Believable lines made by the engine itself: 744 hours, 4,000 resources, 40 services, tags, JSON price details. */
export async function writeBill(warehouse: Warehouse, path: string, container: Container, rows: number): Promise<void> {
  const hour = "toDateTime('2026-05-01 00:00:00', 'UTC') + toIntervalHour(intDiv(number * 744, {rows:UInt64}))"
  const resource = 'cityHash64(number) % 4000'
  const price = '(10 + resource % 90) / 1000'
  const text = (seconds: string) => `formatDateTime(${seconds}, '%Y-%m-%dT%H:%i:%SZ', 'UTC')`
  const special: Record<string, string> = {
    BilledCost: `toString(toDecimal128(${price}, 10))`,
    EffectiveCost: `toString(toDecimal128(${price} * 0.9, 10))`,
    ContractedCost: `toString(toDecimal128(${price}, 10))`,
    ListCost: `toString(toDecimal128(${price} * 1.1, 10))`,
    ContractedUnitPrice: `toString(toDecimal128(${price}, 10))`,
    ListUnitPrice: `toString(toDecimal128(${price} * 1.1, 10))`,
    ConsumedQuantity: "'1.0000'",
    PricingQuantity: "'1.0000'",
    BillingAccountId: "'100000000001'",
    BillingAccountName: "'Example payer'",
    BillingAccountType: "'Payer Account'",
    BillingCurrency: "'USD'",
    PricingCurrency: "'USD'",
    BillingPeriodStart: "'2026-05-01T00:00:00Z'",
    BillingPeriodEnd: "'2026-06-01T00:00:00Z'",
    ChargePeriodStart: text('hour'),
    ChargePeriodEnd: text('hour + toIntervalHour(1)'),
    ChargeCategory: "if(number % 97 = 0, 'Tax', 'Usage')",
    ChargeDescription: "concat('On-demand usage of instance family ', toString(resource % 40))",
    ChargeFrequency: "'Usage-Based'",
    ConsumedUnit: "'Hours'",
    PricingUnit: "'Hours'",
    PricingCategory: "'Standard'",
    InvoiceId: "'INV-2026-05-0001'",
    InvoiceIssuerName: "'AWS'",
    ServiceProviderName: "'AWS'",
    HostProviderName: "'AWS'",
    RegionId: "concat('eu-west-', toString(resource % 3 + 1))",
    RegionName: "concat('EU West ', toString(resource % 3 + 1))",
    AvailabilityZone: "concat('eu-west-', toString(resource % 3 + 1), 'a')",
    ResourceId: "concat('arn:aws:ec2:eu-west-1:100000000001:instance/i-', leftPad(hex(resource), 16, '0'))",
    ResourceName: "concat('i-', leftPad(hex(resource), 16, '0'))",
    ResourceType: "'EC2 Instance'",
    ServiceCategory: "'Compute'",
    ServiceSubcategory: "'Virtual Machines'",
    ServiceName: "concat('Service ', toString(resource % 40))",
    SkuId: "concat('SKU-', hex(resource % 300))",
    SkuMeter: "'Compute'",
    SkuPriceId: "concat('SPRICE-', hex(resource % 300))",
    SkuPriceDetails: `'{"InstanceType":"m6i.large","InstanceSeries":"M6i","CoreCount":2,"MemorySize":8,"OperatingSystem":"Linux"}'`,
    SubAccountId: 'toString(200000000000 + resource % 25)',
    SubAccountName: "concat('team-', toString(resource % 25))",
    SubAccountType: "'Linked Account'",
    Tags: `concat('{"Environment":"', ['prod', 'dev', 'test'][resource % 3 + 1], '","CostCenter":"cc-', toString(resource % 50), '","Owner":"team-platform"}')`,
  }
  const list = columns.map((name) => `${typed(container, name, special[name] ?? "''")} AS ${name}`)
  await warehouse.administer(
    `INSERT INTO FUNCTION file(${quote(path)}, ${container}) SELECT ${columns.join(', ')} FROM (
       SELECT number, ${resource} AS resource, ${hour} AS hour, ${list.join(', ')} FROM numbers({rows:UInt64})
     ) SETTINGS max_threads = 1`,
    { rows },
  )
}
