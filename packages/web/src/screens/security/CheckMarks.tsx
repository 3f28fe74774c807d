import type { CheckSeverity } from '@kept/domain/security-check.ts'
import type { ScanResultStatus } from '@kept/domain/security-scan.ts'
import { Badge } from '@kept/ui/controls/Badge.tsx'
import { cx } from '@kept/ui/cx.ts'
import { Check, Minus, X } from 'lucide-react'
import { resultLabels, severityLabels } from './scans/scan-labels.ts'

const icons = { pass: Check, fail: X, unknown: Minus, not_applicable: Minus } as const

/** How a check ended: by its color, its shape and its name. */
export function ResultBadge({ status, label = resultLabels[status] }: { status: ScanResultStatus; label?: string }) {
  const Icon = icons[status]
  return (
    <Badge tone={status === 'fail' ? 'leak' : 'plain'} icon={<Icon size={12} aria-hidden="true" />}>
      {label}
    </Badge>
  )
}

/** Colored only where the check fails: what passes is calm, whatever it weighs. */
export function severityClass(severity: CheckSeverity, isFailing: boolean): string {
  if (!isFailing) return 'text-soft'
  return cx('font-medium', severity === 'critical' && 'text-leak', severity === 'high' && 'text-watch')
}

export function Severity({ severity, isFailing }: { severity: CheckSeverity; isFailing: boolean }) {
  return <span className={severityClass(severity, isFailing)}>{severityLabels[severity]}</span>
}
