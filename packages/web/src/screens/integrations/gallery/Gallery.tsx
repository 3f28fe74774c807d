import { type CloudKind, isStorageKind } from '@kept/domain/connection-kind.ts'
import type { SyncConnection } from '@kept/domain/sync/connection.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { EmptyState } from '@kept/ui/controls/EmptyState.tsx'
import { ProgressBar } from '@kept/ui/controls/ProgressBar.tsx'
import { SearchInput } from '@kept/ui/controls/SearchInput.tsx'
import { Segmented } from '@kept/ui/controls/Segmented.tsx'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Activity, Archive, Bell, Boxes, Check, Cloud, TriangleAlert, Workflow } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { Loaded } from '../../../api/Loaded.tsx'
import { Section } from '../../../shell/Page.tsx'
import { useMe } from '../../../shell/useMe.ts'
import { clouds } from '../clouds/cloud-kinds.ts'
import { progressOf } from '../clouds/connection-text.ts'
import { datasetLabel } from '../clouds/dataset-label.ts'
import { GuideLink } from '../GuideLink.tsx'
import { guideOf, guideOfTool } from '../guides.ts'
import { type CloudCard, cloudCards } from './cloud-cards.ts'
import { IntegrationCard } from './IntegrationCard.tsx'
import { filterOptions, type IntegrationFilter, selectIntegrations } from './integration.ts'
import { activityCards, channelCards, type ToolCard, telemetryCard } from './tool-cards.ts'

interface GalleryProps {
  onOpen(id: string): void
  onConnect(kind: CloudKind | 'exports'): void
}

/** Every cloud and tool, with state, health and what it adds; searchable. */
export function Gallery(props: GalleryProps) {
  const query = useQuery(api.sync.list.queryOptions({ input: {} }))
  return (
    <Loaded query={query} failed="Cloud connections could not be loaded.">
      {({ data }) => <Cards {...props} connections={data} />}
    </Loaded>
  )
}

function Cards({ connections, onOpen, onConnect }: GalleryProps & { connections: readonly SyncConnection[] }) {
  const [filter, setFilter] = useState<IntegrationFilter>('all')
  const [search, setSearch] = useState('')
  const mayConnect = useMe().data?.permissions.includes('connections:write') ?? false
  const cloud = cloudCards(connections, mayConnect, Date.now())
  const tools = useToolCards()
  const [shownClouds, shownTools] = [
    selectIntegrations(cloud, { filter, search }),
    selectIntegrations(tools, { filter, search }),
  ]
  return (
    <>
      <div className="mt-6 flex flex-wrap items-center gap-3">
        <Segmented<IntegrationFilter>
          label="State"
          value={filter}
          options={filterOptions([...cloud, ...tools], filter)}
          onChange={setFilter}
        />
        <div className="w-60 max-w-full">
          <SearchInput label="Find an integration" value={search} onChange={setSearch} />
        </div>
      </div>
      {shownClouds.length > 0 && (
        <Section
          title="Clouds"
          className="mt-6"
          description="Kept lists resources and reads metrics by itself: every six hours, and every 15 minutes in Kubernetes. It reads exports every eight hours."
        >
          <ul className="grid gap-3 @3xl:grid-cols-2 @5xl:grid-cols-3">
            {shownClouds.map((card) => (
              <CloudItem key={card.id} card={card} onOpen={onOpen} onConnect={onConnect} />
            ))}
          </ul>
        </Section>
      )}
      {shownTools.length > 0 && (
        <Section title="Tools" description="Where alerts and tickets go, and where telemetry and activity come from.">
          <ul className="grid gap-3 @3xl:grid-cols-2 @5xl:grid-cols-4">
            {shownTools.map((card) => (
              <ToolItem key={card.id} card={card} />
            ))}
          </ul>
        </Section>
      )}
      {shownClouds.length + shownTools.length === 0 && (
        <EmptyState
          title="No integration found"
          description="Nothing has this name and state."
          action={
            <Button
              onClick={() => {
                setFilter('all')
                setSearch('')
              }}
            >
              Show all
            </Button>
          }
        />
      )}
    </>
  )
}

/** Only what this person may read. */
function useToolCards(): ToolCard[] {
  const permissions = useMe().data?.permissions ?? []
  const mayReadChannels = permissions.includes('notifications:read')
  const mayReadHooks = permissions.includes('behavior:read')
  const channels = useQuery({ ...api.alerts.channels.queryOptions({ input: {} }), enabled: mayReadChannels })
  const hooks = useQuery({ ...api.behaviorHooks.list.queryOptions({ input: {} }), enabled: mayReadHooks })
  return [
    ...(channels.data ? channelCards(channels.data.data) : []),
    ...(hooks.data ? activityCards(hooks.data.data.hooks, Date.now()) : []),
    telemetryCard,
  ]
}

function CloudItem({ card, onOpen, onConnect }: GalleryProps & { card: CloudCard }) {
  const { connection, kind, connect, title } = card
  const Icon = isStorageKind(kind) ? Archive : kind === 'kubernetes' ? Boxes : Cloud
  const progress = connection === undefined ? null : progressOf(connection)
  const subject = isStorageKind(kind) ? 'a bucket' : clouds[kind].label
  const action =
    connection === undefined ? (
      connect && (
        <Button size="small" onClick={() => onConnect(connect)}>
          Connect {subject}
        </Button>
      )
    ) : (
      <Button size="small" onClick={() => onOpen(connection.id)} aria-label={`Open ${title}`}>
        Open
      </Button>
    )
  return (
    <IntegrationCard
      integration={card}
      icon={<Icon size={18} />}
      action={action}
      guide={connect && <GuideLink path={guideOf(kind)} about={subject} />}
      details={
        connection && (
          <>
            <Capabilities connection={connection} />
            {progress !== null && (
              <div className="mt-2">
                <ProgressBar label={`Sync of ${title}`} value={progress} />
              </div>
            )}
          </>
        )
      }
    />
  )
}

/** One mark for each dataset; shape and color both say whether it is complete. */
function Capabilities({ connection: { kind, capabilities } }: { connection: SyncConnection }) {
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
          {datasetLabel(dataset, kind)}
        </li>
      ))}
    </ul>
  )
}

function ToolItem({ card }: { card: ToolCard }) {
  const navigate = useNavigate()
  const guide = guideOfTool(card.id)
  const Icon = card.id === 'opentelemetry' ? Activity : card.id.startsWith('channel-') ? Bell : Workflow
  return (
    <IntegrationCard
      integration={card}
      icon={<Icon size={18} />}
      guide={guide && <GuideLink path={guide} about={card.title} />}
      action={
        <Button
          size="small"
          aria-label={`${card.act} ${card.title}`}
          onClick={() => void navigate({ to: card.path, ...(card.tab && { search: { tab: card.tab } }) })}
        >
          {card.act}
        </Button>
      }
    />
  )
}
