import { formatMoney } from '@kept/foundation/format/money.ts'
import { counted, formatCount } from '@kept/foundation/format/number.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Notice } from '@kept/ui/controls/Notice.tsx'
import { useRequiredTags } from './useRequiredTags.ts'

/** How many resources lack the tags that the policy requires, with their cost. Nothing without the policy. */
export function RequiredTagsNotice({ onOpen }: { onOpen(): void }) {
  const report = useRequiredTags()
  if (!report) return null
  const { resources, lacking, costs, settings } = report
  const tags = settings.tags.join(', ')
  if (lacking === 0) return <Notice tone="fact">Every resource has the required tags: {tags}.</Notice>
  return (
    <Notice
      tone="watch"
      title={`${formatCount(lacking)} of ${counted(resources, 'resource')} ${lacking === 1 ? 'lacks' : 'lack'} a required tag`}
    >
      <p>
        Required: {tags}.
        {costs.map(
          ({ currency, lacking: cost, lacking_percent }) =>
            ` ${formatMoney(cost, currency)} in 30 days${lacking_percent === null ? '' : `, ${lacking_percent}% of the cost`}.`,
        )}
      </p>
      <p className="mt-2">
        <Button size="small" onClick={onOpen}>
          Show these resources
        </Button>
      </p>
    </Notice>
  )
}
