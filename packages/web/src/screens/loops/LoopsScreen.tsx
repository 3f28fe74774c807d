import { Page } from '../../shell/Page.tsx'
import { useMe } from '../../shell/useMe.ts'
import { useSearchState } from '../../url/useSearchState.ts'
import { LoopDetections } from './LoopDetections.tsx'
import { LoopStatisticsPart } from './LoopStatisticsPart.tsx'
import { readLoops, writeLoops } from './loop-words.ts'

/** Runaway loops found in telemetry, what they cost, and what would have prevented them. */
export function Draw() {
  const [search, setSearch] = useSearchState()
  const view = readLoops(search)
  const me = useMe()
  return (
    <Page
      title="Infinite Loop Detection"
      words="Work that goes around without end, found in your own traces, metrics and events: which cycle, what it costs an hour, why, and how to end it."
    >
      <LoopDetections
        customerId={!me.data || me.data.organization.demo ? 'anonymous' : me.data.user.id}
        view={view}
        onView={(part) => setSearch(writeLoops({ ...view, ...part }))}
      />
      <LoopStatisticsPart />
    </Page>
  )
}
