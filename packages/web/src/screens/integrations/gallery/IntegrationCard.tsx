import { Badge, type Tone } from '@kept/ui/controls/Badge.tsx'
import { cx } from '@kept/ui/cx.ts'
import type { ReactNode } from 'react'
import type { Integration, IntegrationState } from './integration.ts'

const tones: Readonly<Record<IntegrationState, Tone>> = {
  connected: 'plain',
  syncing: 'fact',
  action_needed: 'watch',
  paused: 'plain',
  available: 'plain',
}

interface IntegrationCardProps {
  integration: Integration
  icon: ReactNode
  /** Between the scope and the sentence. */
  details?: ReactNode
  /** Leads to how it is connected. */
  guide?: ReactNode
  /** The button. */
  action: ReactNode
}

/** One integration: what it is, its state, one sentence, its health, and one action. A dashed one is not connected. */
export function IntegrationCard({ integration, icon, details, guide, action }: IntegrationCardProps) {
  const { title, scope, state, stateLabel, sentence, health } = integration
  return (
    <li
      className={cx(
        'flex flex-col rounded-base border border-rule-strong p-4',
        state === 'available' ? 'border-dashed' : 'bg-raised',
        state === 'action_needed' && 'border-watch',
      )}
    >
      <div className="flex items-start justify-between gap-3">
        <div className="flex min-w-0 items-start gap-3">
          <span aria-hidden="true" className="mt-0.5 shrink-0 text-soft">
            {icon}
          </span>
          <div className="min-w-0">
            <h3 className="break-words text-body font-semibold">{title}</h3>
            <p className="text-small text-soft">{scope}</p>
          </div>
        </div>
        <span className="shrink-0">
          <Badge tone={tones[state]}>{stateLabel}</Badge>
        </span>
      </div>
      {details}
      <p className="mt-2 text-pretty break-words text-small">{sentence}</p>
      <div className="mt-auto flex items-center justify-between gap-2 pt-3">
        <p className="min-w-0 truncate text-micro text-faint">{health}</p>
        <span className="flex shrink-0 items-center gap-3">
          {guide}
          {action}
        </span>
      </div>
    </li>
  )
}
