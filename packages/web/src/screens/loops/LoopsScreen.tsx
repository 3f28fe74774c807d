import { Page } from '../../shell/Page.tsx'
import { useMe } from '../../shell/useMe.ts'
import { useSearchState } from '../../url/useSearchState.ts'
import { LoopDetections } from './LoopDetections.tsx'
import { LoopStatisticsPart } from './LoopStatisticsPart.tsx'
import { readLoops, writeLoops } from './loop-text.ts'

/** Runaway loops found in telemetry, what they cost, and what would have prevented them. */
export function LoopsScreen() {
  const [search, setSearch] = useSearchState()
  const view = readLoops(search)
  const me = useMe()
  return (
    <Page
      title="Infinite Loop Detection"
      description="Find runaway loops in your traces, metrics and logs, see what they cost, and stop them."
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
