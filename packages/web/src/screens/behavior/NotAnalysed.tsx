import type { BehaviorOverview } from '@kept/contract/routes/developer-behavior.ts'
import { buttonClass } from '@kept/ui/controls/Button.tsx'
import { EmptyState } from '@kept/ui/controls/EmptyState.tsx'
import { formatWindow } from '@kept/ui/format/day.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMe } from '../../shell/useMe.ts'
import type { BehaviorView } from './behavior-view.ts'

/** Whether a run could find anything: before that there is another step to take. */
export function isBegun({ analysed, here }: BehaviorOverview): boolean {
  return analysed !== null || (here.bill && here.events)
}

interface NotAnalysedProps {
  overview: BehaviorOverview
  view: BehaviorView
  /** The button that begins a run, for whoever may press it. */
  run: ReactNode
}

/** Nothing to show yet: what is missing, and the one step that brings it. */
export function NotAnalysed({ overview: { here, last_run: last }, view, run }: NotAnalysedProps) {
  const may = useMe().data?.permissions ?? []
  if (!here.bill) {
    return (
      <EmptyState
        level={2}
        title="No bill yet"
        words={
          may.includes('costs:import')
            ? 'A bill with hours says when environments ran and what that cost; the signs that somebody worked in them are held against it.'
            : 'Somebody who may bring in bills has to begin; what environments cost while nobody works in them is then told here.'
        }
        action={
          may.includes('costs:import') && (
            <Link to="/integrations" className={buttonClass('primary')}>
              Bring in a bill
            </Link>
          )
        }
      />
    )
  }
  if (!here.events) {
    const mayConnect = may.includes('behavior:write')
    return (
      <EmptyState
        level={2}
        title="No signs of use yet"
        words={
          mayConnect
            ? 'The bill says what ran. Webhooks, audit logs or session tables say when somebody worked in it; until one of them is connected nothing is called idle.'
            : 'The bill says what ran. Somebody who may set this up has to connect what says when it was used.'
        }
        action={
          mayConnect && (
            <Link to="/behavior/setup" search={{ tab: 'sources' }} className={buttonClass('primary')}>
              Connect a source of activity
            </Link>
          )
        }
      />
    )
  }
  if (last?.status === 'failed') {
    return <EmptyState level={2} title="The analysis could not be made" words={last.error} action={run} />
  }
  if (view.days) {
    return (
      <EmptyState
        level={2}
        title="These days were not analysed yet"
        words={`Run the analysis to look at ${formatWindow(view.days.from, view.days.to)}.`}
        action={run}
      />
    )
  }
  return (
    <EmptyState
      level={2}
      title="Nothing was analysed yet"
      words="The bill and the signs of use are here: run the analysis to hold one against the other. Under Set up you say who works when and where."
      action={run}
    />
  )
}
