import type { Recommendation } from '@kept/domain/recommendation.ts'
import { TextLink } from '../../shell/TextLink.tsx'
import { writeFilter } from '../../spend/filter-link.ts'
import { Part } from './Part.tsx'

/** The resource of a recommendation, and the way to its daily cost. */
export function WherePart({ recommendation }: { recommendation: Recommendation }) {
  return (
    <Part title="Where">
      <dl className="space-y-1 text-small">
        <LocationRow name="Resource" id={recommendation.resource_id} text={recommendation.resource_name} />
        <LocationRow name="Type" text={recommendation.resource_type} />
        <LocationRow name="Account" id={recommendation.sub_account_id} text={recommendation.sub_account_name} />
        <LocationRow name="Region" text={recommendation.region} />
      </dl>
      {recommendation.resource_id && (
        <p className="mt-2 text-small">
          <TextLink
            to="/costs"
            search={{ by: 'meter', grain: 'day', f: writeFilter('resource', recommendation.resource_id) }}
          >
            Daily cost
          </TextLink>
        </p>
      )}
    </Part>
  )
}

function LocationRow({ name, text, id }: { name: string; text: string; id?: string }) {
  if (!text && !id) return null
  return (
    <div className="flex gap-3">
      <dt className="w-20 shrink-0 text-soft">{name}</dt>
      <dd className="min-w-0">
        {text}
        {id && id !== text && <span className="block break-all font-mono text-micro text-soft">{id}</span>}
      </dd>
    </div>
  )
}
