import type { Overview } from '@kept/contract/routes/cost-optimization.ts'
import { Badge } from '@kept/ui/controls/Badge.tsx'
import { formatMoment } from '@kept/ui/format/day.ts'
import { Link } from '@tanstack/react-router'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { sayProof } from './sentence.ts'

/** Where the figures of a page come from: whether the bills agree with their files, and when the last one came. */
export function Provenance({ overview }: { overview: Overview }) {
  const proof = sayProof(overview)
  const Icon = proof.tone === 'plain' ? CircleCheck : CircleAlert
  return (
    <p className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-soft">
      <Link to="/integrations" className="rounded-small hover:underline">
        <Badge wrap tone={proof.tone} icon={<Icon size={12} aria-hidden="true" />}>
          {proof.words}
        </Badge>
      </Link>
      {overview.last_import_at && (
        <span>
          Last bill brought in <time dateTime={overview.last_import_at}>{formatMoment(overview.last_import_at)}</time>
        </span>
      )}
    </p>
  )
}
