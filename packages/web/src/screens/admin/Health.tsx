import type { InstallationHealth } from '@kept/contract/routes/health.ts'
import { formatDay } from '@kept/foundation/format/day.ts'
import { formatBytes, formatCount } from '@kept/foundation/format/number.ts'
import { Badge } from '@kept/ui/controls/Badge.tsx'
import { Button } from '@kept/ui/controls/Button.tsx'
import { formatMoment } from '@kept/ui/format/moment.ts'
import { type RowsColumn, RowsTable } from '@kept/ui/table/RowsTable.tsx'
import { useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { Section } from '../../shell/Page.tsx'
import { Operations } from './Operations.tsx'

const partNames = {
  database: 'Database (Postgres)',
  warehouse: 'Warehouse (ClickHouse)',
  migrations: 'Migrations',
  jobs: 'Jobs',
  files: 'Files',
} as const

const bytesColumn: RowsColumn<{ bytes: number }> = {
  head: 'Bytes',
  numeric: true,
  title: ({ bytes }) => `${formatCount(bytes)} bytes`,
  cell: ({ bytes }) => formatBytes(bytes),
}

/** The state of this installation: its parts, its memory, what it stores. */
export function Health() {
  const query = useQuery({ ...api.health.admin.queryOptions({ input: {} }), refetchInterval: 10_000 })
  return (
    <div className="mt-10">
      <Loaded query={query} failed="System status could not be loaded.">
        {({ data }) => (
          <>
            <Section
              title="Installation"
              description={`Version ${data.version}, running since ${formatMoment(data.started_at)}.`}
              actions={
                <Button
                  size="small"
                  icon={<RotateCw size={13} className="text-faint" />}
                  isBusy={query.isFetching}
                  onClick={() => void query.refetch()}
                >
                  Refresh
                </Button>
              }
              className=""
            >
              <ul className="divide-y divide-rule">
                {data.parts.map((part) => (
                  <li key={part.name} className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 py-2">
                    <span className="w-52 shrink-0 font-medium">{partNames[part.name]}</span>
                    <Badge tone={part.ok ? 'plain' : 'leak'}>{part.ok ? 'up' : 'down'}</Badge>
                    <span className="min-w-0 flex-1 basis-64 text-small text-soft">{part.detail}</span>
                  </li>
                ))}
              </ul>
            </Section>
            {data.storage.length > 0 && <Sizes memory={data.memory} storage={data.storage} />}
            {data.settings.length > 0 && <Operations health={data} />}
          </>
        )}
      </Loaded>
    </div>
  )
}

/** Left out for the demo's admin, who is not told about the machine. */
function Sizes({ memory, storage }: Pick<InstallationHealth, 'memory' | 'storage'>) {
  return (
    <div className="grid gap-x-12 lg:grid-cols-2">
      <Section title="Memory">
        <RowsTable
          label="Memory"
          rows={memory}
          rowKey={({ name }) => name}
          columns={[{ head: 'What', cell: ({ name }) => name }, bytesColumn]}
        />
      </Section>
      <Section title="Storage" description="Bytes on disk, and growth in the last 31 days.">
        <RowsTable
          label="Storage"
          rows={storage}
          rowKey={({ name }) => name}
          columns={[
            { head: 'What', cell: ({ name }) => name },
            { head: 'Rows', numeric: true, cell: ({ rows }) => (rows === null ? '–' : formatCount(rows)) },
            bytesColumn,
            {
              head: 'Growth',
              numeric: true,
              title: ({ growth }) => (growth ? `Since ${formatDay(growth.since)}` : 'Measured every night'),
              cell: ({ growth }) => (growth ? formatGrowth(growth.bytes) : '–'),
            },
          ]}
        />
      </Section>
    </div>
  )
}

function formatGrowth(bytes: number): string {
  if (bytes === 0) return '0 B'
  return `${bytes < 0 ? '−' : '+'}${formatBytes(Math.abs(bytes))}`
}
