import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { api } from '../../api/client.ts'
import { useCustomerId } from '../../loops/useCustomerId.ts'
import { Section } from '../../shell/Page.tsx'
import { TextLink } from '../../shell/TextLink.tsx'
import { useMe } from '../../shell/useMe.ts'

const LoopDetections = lazy(async () => ({ default: (await import('../../loops/LoopDetections.tsx')).LoopDetections }))

/** The loops that run on a resource now; nothing where there is none, as on almost every resource. */
export function ResourceLoops({ resourceId }: { resourceId: string }) {
  const navigate = useNavigate()
  const customerId = useCustomerId()
  const mayRead = useMe().data?.permissions.includes('loops:read') ?? false
  const active = useQuery({
    ...api.loops.list.queryOptions({ input: { show: 'active', sort: 'cost' } }),
    enabled: mayRead,
  })
  if (!active.data?.data.some(({ resource_id }) => resource_id === resourceId)) return null
  return (
    <Section title="Loops running now" actions={<TextLink to="/loops">All loops</TextLink>}>
      <Suspense>
        <LoopDetections
          compact
          showHeader={false}
          resourceId={resourceId}
          customerId={customerId}
          onLoopSelect={(loop) => loop && void navigate({ to: '/loops', search: { loop: loop.id } })}
        />
      </Suspense>
    </Section>
  )
}
