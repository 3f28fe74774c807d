import { SkeletonRows } from '@kept/ui/controls/Skeleton.tsx'
import { Tabs } from '@kept/ui/controls/Tabs.tsx'
import { Link } from '@tanstack/react-router'
import { Page } from '../../shell/Page.tsx'
import { useMe } from '../../shell/useMe.ts'
import { useSearchState } from '../../url/useSearchState.ts'
import { Recording } from './Recording.tsx'
import { Sources } from './Sources.tsx'
import { Teams } from './Teams.tsx'

const names = ['teams', 'sources', 'recording'] as const
const labels = { teams: 'Teams', sources: 'Sources', recording: 'Data recorded' } as const

/** What the analysis of developer behavior goes by: who works when, where signs of use come from, what is kept. */
export function BehaviorSetupScreen() {
  const [search, setSearch] = useSearchState()
  const me = useMe().data
  const tab = names.find((name) => name === search.tab) ?? 'teams'
  const may = (permission: 'behavior:write' | 'users:write') => me?.permissions.includes(permission) ?? false
  const panels = {
    teams: <Teams mayWrite={may('behavior:write')} />,
    sources: <Sources mayWrite={may('behavior:write')} />,
    recording: <Recording mayWrite={may('behavior:write')} mayErase={may('users:write')} />,
  }
  return (
    <Page
      title="Set up Developer Behavior"
      description="Working hours of each team, activity sources and data retention."
      actions={
        <Link to="/behavior" className="text-small underline underline-offset-2 hover:text-ink">
          Back to analysis
        </Link>
      }
    >
      <div className="mt-4 max-w-4xl">
        {me ? (
          <Tabs
            label="Setup sections"
            value={tab}
            onChange={(next) => setSearch({ tab: next === 'teams' ? '' : next })}
            tabs={names.map((name) => ({ name, label: labels[name], panel: panels[name] }))}
          />
        ) : (
          <SkeletonRows />
        )}
      </div>
    </Page>
  )
}
