import { Button } from '@kept/ui/controls/Button.tsx'
import { EmptyState } from '@kept/ui/controls/EmptyState.tsx'

/** That nothing runs now is news, and no matter of the filter. */
export function NoMatches({ isActiveOnly }: { isActiveOnly: boolean }) {
  if (isActiveOnly) return <EmptyState title="No Active Infinite Loops" description="No loop is running now." />
  return <p className="py-10 text-center text-body text-soft">No loops match this filter.</p>
}

interface NothingProps {
  isDemo: boolean
  listening: boolean
  onConfigure(): void
}

/** Before the first loop: how telemetry is sent, or that nothing was seen in it. */
export function NoDetections({ isDemo, listening, onConfigure }: NothingProps) {
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
