import type { BehaviorOverview } from '@kept/contract/routes/developer-behavior-shapes.ts'
import { formatWindow } from '@kept/foundation/format/day.ts'
import { buttonClass } from '@kept/ui/controls/Button.tsx'
import { EmptyState } from '@kept/ui/controls/EmptyState.tsx'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMe } from '../../shell/useMe.ts'
import type { BehaviorView } from './behavior-view.ts'

/** Whether a run could find anything: before that there is another step to take. */
export function isBegun({ analyzed, available_data: available }: BehaviorOverview): boolean {
  return analyzed !== null || (available.bill && available.events)
}

interface NotAnalyzedProps {
  overview: BehaviorOverview
  view: BehaviorView
  /** The button that starts a run, for users with the permission. */
  run: ReactNode
}

/** Nothing to show yet: what is missing, and the one step that brings it. */
export function NotAnalyzed({ overview: { available_data: available, last_run: last }, view, run }: NotAnalyzedProps) {
  const may = useMe().data?.permissions ?? []
  if (!available.bill) {
    return (
      <EmptyState
        level={2}
        title="No bill yet"
        description={
          may.includes('costs:import')
            ? 'Upload an hourly bill. It shows when environments ran and what they cost.'
            : 'Ask someone with upload access to upload a bill.'
        }
        action={
          may.includes('costs:import') && (
            <Link to="/integrations" className={buttonClass('primary')}>
              Upload a bill
            </Link>
          )
        }
      />
    )
  }
  if (!available.events) {
    const mayConnect = may.includes('behavior:write')
    return (
      <EmptyState
        level={2}
        title="No activity data yet"
        description={
          mayConnect
            ? 'The bill shows what ran. Connect webhooks, audit logs or session tables to see when it was used.'
            : 'The bill shows what ran. Ask an admin to connect activity data.'
        }
        action={
          mayConnect && (
            <Link to="/behavior/setup" search={{ tab: 'sources' }} className={buttonClass('primary')}>
              Connect activity data
            </Link>
          )
        }
      />
    )
  }
  if (last?.status === 'failed') {
    return <EmptyState level={2} title="Analysis failed" description={last.error} action={run} />
  }
  if (view.days) {
    return (
      <EmptyState
        level={2}
        title="This period is not analyzed yet"
        description={`Run the analysis for ${formatWindow(view.days.from, view.days.to)}.`}
        action={run}
      />
    )
  }
  return (
    <EmptyState
      level={2}
      title="Ready to analyze"
      description="Your bill and activity data are ready. Set working hours under Set up, then run the analysis."
      action={run}
    />
  )
}
