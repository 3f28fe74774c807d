import { Badge } from '@kept/ui/controls/Badge.tsx'
import { Button } from '@kept/ui/controls/Button.tsx'
import { formatMoment } from '@kept/ui/format/day.ts'
import { formatBytes, formatCount } from '@kept/ui/format/share.ts'
import { Table, Td, Th, Tr } from '@kept/ui/table/Table.tsx'
import { useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { Section } from '../../shell/Page.tsx'

const partNames = {
  database: 'Database (Postgres)',
  warehouse: 'Warehouse (ClickHouse)',
  migrations: 'Migrations',
  jobs: 'Jobs',
  files: 'Files',
} as const

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
            <div className="grid gap-x-12 lg:grid-cols-2">
              <Section title="Memory">
                <Table label="Memory">
                  <thead>
                    <tr>
                      <Th>What</Th>
                      <Th numeric>Bytes</Th>
                    </tr>
                  </thead>
                  <tbody>
                    {data.memory.map((entry) => (
                      <Tr key={entry.name}>
                        <Td>{entry.name}</Td>
                        <Td numeric title={`${formatCount(entry.bytes)} bytes`}>
                          {formatBytes(entry.bytes)}
                        </Td>
                      </Tr>
                    ))}
                  </tbody>
                </Table>
              </Section>
              <Section title="Storage">
                <Table label="Storage">
                  <thead>
                    <tr>
                      <Th>What</Th>
                      <Th numeric>Rows</Th>
                      <Th numeric>Bytes</Th>
                    </tr>
                  </thead>
                  <tbody>
                    {data.storage.map((entry) => (
                      <Tr key={entry.name}>
                        <Td className="font-mono">{entry.name}</Td>
                        <Td numeric>{formatCount(entry.rows)}</Td>
                        <Td numeric title={`${formatCount(entry.bytes)} bytes`}>
                          {formatBytes(entry.bytes)}
                        </Td>
                      </Tr>
                    ))}
                  </tbody>
                </Table>
              </Section>
            </div>
          </>
        )}
      </Loaded>
    </div>
  )
}
