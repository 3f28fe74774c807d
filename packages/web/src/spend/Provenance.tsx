import type { Overview } from '@kept/contract/routes/cost-optimization.ts'
import { Badge } from '@kept/ui/controls/Badge.tsx'
import { formatMoment } from '@kept/ui/format/moment.ts'
import { Link } from '@tanstack/react-router'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { describeReconciliation } from './sentence.ts'

/** The source of a page's figures: reconciliation and the time of the last import. */
export function Provenance({ overview, className = 'mt-4' }: { overview: Overview; className?: string }) {
  const proof = describeReconciliation(overview)
  const Icon = proof.tone === 'plain' ? CircleCheck : CircleAlert
  return (
    <p className={`${className} flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-soft`}>
      <Link to="/integrations" className="rounded-small hover:underline">
        <Badge wrap tone={proof.tone} icon={<Icon size={12} aria-hidden="true" />}>
          {proof.message}
        </Badge>
      </Link>
      {overview.last_import_at && (
        <span>
          Last import: <time dateTime={overview.last_import_at}>{formatMoment(overview.last_import_at)}</time>
        </span>
      )}
    </p>
  )
}
