import type { ListedLoop } from '@kept/contract/routes/loops.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { EmptyState } from '@kept/ui/controls/EmptyState.tsx'
import { Select } from '@kept/ui/controls/Select.tsx'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Activity, Settings2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { api } from '../api/client.ts'
import { Loaded } from '../api/Loaded.tsx'
import { ExportList } from '../csv/ExportList.tsx'
import { useLiveState, useNewestOf } from '../live/useLive.ts'
import { CompactLoops, loopsOf } from './CompactLoops.tsx'
import { ConfigureRules } from './ConfigureRules.tsx'
import { LoopCard } from './LoopCard.tsx'
import { isDemoViewer, type LoopsView, loopsFound, showLabels, shows, sortLabels, sorts } from './loop-text.ts'
import { SummaryCards } from './SummaryCards.tsx'
import { Suspected } from './Suspected.tsx'

interface LoopDetectionsProps {
  /** Whose loops: only decides the words of an empty list; the server decides what is seen. */
  customerId?: string
  /** The buttons that pause, configure and export, and the figures of thirty days. */
  showHeader?: boolean
  /** Two lines for each loop, the costliest first, without filters. */
  compact?: boolean
  /** Renews the list by itself, and counts active loops up. */
  autoRefresh?: boolean
  /** Called with the selected loop, and with null when it is deselected. */
  onLoopSelect?(loop: ListedLoop | null): void
  /** Only the loops of this resource. */
  resourceId?: string
  /** Filter, order and selection from outside, such as the address; without it, the component keeps its own. */
  view?: LoopsView
  onView?(part: Partial<LoopsView>): void
}

const refreshEveryMs = 30_000

/** Runaway loops: monitoring and rules above, four figures, and the loops themselves. It can stand on any screen. */
export function LoopDetections({
  customerId = 'anonymous',
  showHeader = true,
  compact = false,
  autoRefresh = true,
  onLoopSelect,
  resourceId,
  view: givenView,
  onView,
}: LoopDetectionsProps) {
  const [ownView, setOwnView] = useState<LoopsView>({ ...(compact ? compactView : defaultView) })
  const view = givenView ?? ownView
  const changeView = (part: Partial<LoopsView>) => (onView ? onView(part) : setOwnView({ ...ownView, ...part }))
  const [monitoring, setMonitoring] = useState(true)
  const [configuring, setConfiguring] = useState(false)
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set(view.loop ? [view.loop] : []))
  const isLive = useLiveState() === 'connected'
  const newest = useNewestOf('loop_changed')
  const isRenewed = autoRefresh && monitoring
  const refetchInterval = isRenewed && !isLive ? refreshEveryMs : false
  const client = useQueryClient()
  useEffect(() => {
    if (isRenewed && newest > 0) void client.invalidateQueries({ queryKey: api.loops.key() })
  }, [client, isRenewed, newest])
  const query = useQuery({
    ...api.loops.list.queryOptions({ input: { show: view.show, sort: view.sort } }),
    placeholderData: keepPreviousData,
    refetchInterval,
  })
  const statistics = useQuery({
    ...api.loops.statistics.queryOptions({ input: {} }),
    refetchInterval,
    enabled: showHeader,
  })
  const select = (loop: ListedLoop) => {
    const next = view.loop === loop.id ? null : loop
    changeView({ loop: next?.id ?? '' })
    onLoopSelect?.(next)
  }
  const toggle = (id: string) => {
    const next = new Set(expanded)
    if (!next.delete(id)) next.add(id)
    setExpanded(next)
  }
  if (compact) {
    return (
      <CompactLoops
        query={query}
        resourceId={resourceId}
        isCounting={isRenewed}
        onSelect={(loop) => {
          changeView({ loop: loop.id })
          onLoopSelect?.(loop)
        }}
      />
    )
  }
  return (
    <>
      {showHeader && (
        <div className="mt-4 flex flex-wrap items-center gap-2">
          <Button
            aria-pressed={monitoring}
            icon={<Activity size={14} className={monitoring ? 'text-kept' : 'text-faint'} aria-hidden="true" />}
            onClick={() => setMonitoring(!monitoring)}
          >
            Monitoring {monitoring ? 'On' : 'Off'}
          </Button>
          <Button icon={<Settings2 size={14} aria-hidden="true" />} onClick={() => setConfiguring(true)}>
            Configure
          </Button>
          {query.data && query.data.data.length > 0 && (
            <ExportList name="loops" list={async () => (await import('./export-loops.ts')).loopsList(view)} />
          )}
          <p className="text-small text-soft">
            {!monitoring
              ? 'This page is paused. Detection continues on the server.'
              : isLive
                ? 'Live.'
                : 'Refreshes every 30 seconds.'}
          </p>
        </div>
      )}
      {showHeader && statistics.data && (
        <SummaryCards
          summary={statistics.data.data.summary}
          currency={statistics.data.meta.currency}
          unpriced={statistics.data.meta.unpriced}
        />
      )}
      <div className="mt-8">
        <h2 className="sr-only">Loops</h2>
        <Loaded
          query={query}
          failed="Loops could not be loaded."
          loading={
            <p role="status" className="py-10 text-center text-body text-soft">
              Loading infinite loop detections...
            </p>
          }
        >
          {({ data: allLoops, meta }) => {
            const data = loopsOf(allLoops, resourceId)
            return meta.total === 0 ? (
              <NoDetections
                isDemo={isDemoViewer(customerId)}
                listening={meta.listening}
                onConfigure={() => setConfiguring(true)}
              />
            ) : (
              <>
                <div className="mb-2 flex flex-wrap items-end gap-2">
                  <div className="w-36">
                    <Select
                      label="Filter loops"
                      hiddenLabel
                      value={view.show}
                      options={shows.map((value) => ({ value, label: showLabels[value] }))}
                      onChange={(show) => changeView({ show })}
                    />
                  </div>
                  <div className="w-40">
                    <Select
                      label="Sort loops"
                      hiddenLabel
                      value={view.sort}
                      options={sorts.map((value) => ({ value, label: sortLabels[value] }))}
                      onChange={(sort) => changeView({ sort })}
                    />
                  </div>
                  <p role="status" className="ml-auto text-small text-soft">
                    {loopsFound(data.length)}
                  </p>
                </div>
                {data.length === 0 ? (
                  <NoMatches isActiveOnly={view.show === 'active'} />
                ) : (
                  <ul className="-mx-2 border-rule border-t" aria-label="Loops">
                    {data.map((loop) => (
                      <LoopCard
                        key={loop.id}
                        loop={loop}
                        asOf={query.dataUpdatedAt}
                        isCounting={isRenewed}
                        selected={view.loop === loop.id}
                        expanded={expanded.has(loop.id)}
                        onSelect={() => select(loop)}
                        onExpand={() => toggle(loop.id)}
                      />
                    ))}
                  </ul>
                )}
              </>
            )
          }}
        </Loaded>
      </div>
      {(query.data?.meta.suspected ?? 0) > 0 && <Suspected refetchInterval={refetchInterval} />}
      {configuring && <ConfigureRules onClose={() => setConfiguring(false)} />}
    </>
  )
}

const defaultView: LoopsView = { show: 'all', sort: 'detected_at', loop: '' }
const compactView: LoopsView = { show: 'active', sort: 'cost', loop: '' }

/** That nothing runs now is news, and no matter of the filter. */
function NoMatches({ isActiveOnly }: { isActiveOnly: boolean }) {
  if (isActiveOnly) return <EmptyState title="No Active Infinite Loops" description="No loop is running now." />
  return <p className="py-10 text-center text-body text-soft">No loops match this filter.</p>
}

interface NothingProps {
  isDemo: boolean
  listening: boolean
  onConfigure(): void
}

function NoDetections({ isDemo, listening, onConfigure }: NothingProps) {
  const setupHint = (
    <>
      Send OpenTelemetry to <code className="font-mono text-small">/v1/traces</code>,{' '}
      <code className="font-mono text-small">/v1/metrics</code> and{' '}
      <code className="font-mono text-small">/v1/logs</code> of this address with an API key that has the{' '}
      <code className="font-mono text-small">telemetry:write</code> scope.
    </>
  )
  if (isDemo) {
    return <EmptyState title="No Active Infinite Loops" description="No unusual patterns in your telemetry." />
  }
  return (
    <EmptyState
      title="Infinite Loop Detection Ready"
      description={listening ? 'Telemetry is evaluated every minute. No loops found yet.' : setupHint}
      action={
        <Button tone="primary" onClick={onConfigure}>
          Configure Detection Rules
        </Button>
      }
    />
  )
}
