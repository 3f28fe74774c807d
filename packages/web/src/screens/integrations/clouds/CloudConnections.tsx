import type { SyncConnection } from '@kept/domain/sync/connection.ts'
import { Badge } from '@kept/ui/controls/Badge.tsx'
import { Button } from '@kept/ui/controls/Button.tsx'
import { ProgressBar } from '@kept/ui/controls/ProgressBar.tsx'
import { formatAgo } from '@kept/ui/format/moment.ts'
import { useQuery } from '@tanstack/react-query'
import { Check, Layers, TriangleAlert } from 'lucide-react'
import { api } from '../../../api/client.ts'
import { Loaded } from '../../../api/Loaded.tsx'
import { Section } from '../../../shell/Page.tsx'
import { useMe } from '../../../shell/useMe.ts'
import { progressOf, reachOf, sentenceOfConnection, stateLabel, stateTones } from './connection-text.ts'

interface CloudConnectionsProps {
  onOpen(id: string): void
  onConnect(): void
}

/** A card for each connected cloud, and one to connect AWS. */
export function CloudConnections({ onOpen, onConnect }: CloudConnectionsProps) {
  const query = useQuery(api.sync.list.queryOptions({ input: {} }))
  const mayConnect = useMe().data?.permissions.includes('connections:write') ?? false
  return (
    <Section
      title="Clouds"
      className="mt-6"
      description="Kept lists resources and reads metrics by itself, every six hours."
    >
      <Loaded query={query} failed="Cloud connections could not be loaded.">
        {({ data }) => (
          <ul className="grid gap-3 @3xl:grid-cols-2 @5xl:grid-cols-3">
            {data.map((connection) => (
              <ConnectionCard key={connection.id} connection={connection} onOpen={() => onOpen(connection.id)} />
            ))}
            {mayConnect && <AvailableCard isFirst={data.length === 0} onConnect={onConnect} />}
          </ul>
        )}
      </Loaded>
    </Section>
  )
}

function ConnectionCard({ connection, onOpen }: { connection: SyncConnection; onOpen(): void }) {
  const progress = progressOf(connection)
  const { last_run: run } = connection
  return (
    <li className="flex flex-col rounded-base border border-rule-strong bg-raised p-4">
      <div className="flex items-start justify-between gap-3">
        <div className="flex min-w-0 items-start gap-3">
          <Layers size={18} aria-hidden="true" className="mt-0.5 shrink-0 text-soft" />
          <div className="min-w-0">
            <h3 className="truncate text-body font-semibold">{connection.name}</h3>
            <p className="text-small text-soft">{reachOf(connection)}</p>
          </div>
        </div>
        <Badge tone={stateTones[connection.state]}>{stateLabel(connection)}</Badge>
      </div>
      <Capabilities connection={connection} />
      <p className="mt-2 text-pretty text-small">{sentenceOfConnection(connection)}</p>
      {progress !== null && (
        <div className="mt-2">
          <ProgressBar label={`Sync of ${connection.name}`} value={progress} />
        </div>
      )}
      <div className="mt-auto flex items-center justify-between gap-2 pt-3">
        <p className="text-micro text-faint">
          {run?.finished_at ? `Synced ${formatAgo(run.finished_at, Date.now())}` : ''}
        </p>
        <Button size="small" onClick={onOpen} aria-label={`Open ${connection.name}`}>
          Open
        </Button>
      </div>
    </li>
  )
}

/** One mark for each dataset; shape and color both say whether it is complete. */
function Capabilities({ connection: { capabilities } }: { connection: SyncConnection }) {
  if (capabilities.length === 0) return null
  return (
    <ul className="mt-3 flex flex-wrap gap-x-3 gap-y-1 text-small text-soft" aria-label="Capabilities">
      {capabilities.map(({ dataset, state, unlocks }) => (
        <li key={dataset} className="inline-flex items-center gap-1" title={unlocks}>
          {state === 'complete' ? (
            <Check size={12} aria-label="complete" />
          ) : (
            <TriangleAlert size={12} aria-label="missing a permission" className="text-watch" />
          )}
          {dataset}
        </li>
      ))}
    </ul>
  )
}

function AvailableCard({ isFirst, onConnect }: { isFirst: boolean; onConnect(): void }) {
  return (
    <li className="flex flex-col rounded-base border border-rule-strong border-dashed p-4">
      <div className="flex items-start justify-between gap-3">
        <div>
          <h3 className="text-body font-semibold">{isFirst ? 'AWS' : 'Another AWS organization'}</h3>
          <p className="text-small text-soft">Not connected</p>
        </div>
        <Badge>Available</Badge>
      </div>
      <p className="mt-2 text-pretty text-small">
        Adds inventory and metrics of all accounts and regions. The first recommendations need no bill.
      </p>
      <div className="mt-auto pt-3">
        <Button size="small" tone={isFirst ? 'primary' : 'plain'} onClick={onConnect}>
          Connect AWS
        </Button>
      </div>
    </li>
  )
}
