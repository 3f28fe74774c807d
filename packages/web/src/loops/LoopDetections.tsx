import type { ListedLoop } from '@kept/contract/routes/loops.ts'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../api/client.ts'
import { Loaded } from '../api/Loaded.tsx'
import { useLiveState, useNewestOf } from '../live/useLive.ts'
import { CompactLoops, loopsOf } from './CompactLoops.tsx'
import { ConfigureRules } from './ConfigureRules.tsx'
import { LoopCard } from './LoopCard.tsx'
import { LoopFilters } from './LoopFilters.tsx'
import { isDemoViewer, type LoopsView } from './loop-text.ts'
import { MonitoringBar } from './MonitoringBar.tsx'
import { NoDetections, NoMatches } from './NoLoops.tsx'
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
        <MonitoringBar
          monitoring={monitoring}
          isLive={isLive}
          onToggle={() => setMonitoring(!monitoring)}
          onConfigure={() => setConfiguring(true)}
          view={view}
          exportable={(query.data?.data.length ?? 0) > 0}
        />
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
                <LoopFilters view={view} onView={changeView} count={data.length} />
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
