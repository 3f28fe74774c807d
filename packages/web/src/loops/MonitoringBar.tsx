import { Button } from '@kept/ui/controls/Button.tsx'
import { Activity, Settings2 } from 'lucide-react'
import { ExportList } from '../csv/ExportList.tsx'
import type { LoopsView } from './loop-text.ts'

interface MonitoringBarProps {
  monitoring: boolean
  /** Messages arrive; without them the page asks by itself. */
  isLive: boolean
  onToggle(): void
  onConfigure(): void
  /** What is exported. */
  view: LoopsView
  exportable: boolean
}

/** The buttons that pause, configure and export, and how the page is renewed. */
export function MonitoringBar({ monitoring, isLive, onToggle, onConfigure, view, exportable }: MonitoringBarProps) {
  return (
    <div className="mt-4 flex flex-wrap items-center gap-2">
      <Button
        aria-pressed={monitoring}
        icon={<Activity size={14} className={monitoring ? 'text-kept' : 'text-faint'} aria-hidden="true" />}
        onClick={onToggle}
      >
        Monitoring {monitoring ? 'On' : 'Off'}
      </Button>
      <Button icon={<Settings2 size={14} aria-hidden="true" />} onClick={onConfigure}>
        Configure
      </Button>
      {exportable && <ExportList name="loops" list={async () => (await import('./export-loops.ts')).loopsList(view)} />}
      <p className="text-small text-soft">{renewal(monitoring, isLive)}</p>
    </div>
  )
}

function renewal(monitoring: boolean, isLive: boolean): string {
  if (!monitoring) return 'This page is paused. Detection continues on the server.'
  return isLive ? 'Live.' : 'Refreshes every 30 seconds.'
}
