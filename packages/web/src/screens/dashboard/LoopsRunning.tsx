import { SkeletonRows } from '@kept/ui/controls/Skeleton.tsx'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useCustomerId } from '../../loops/useCustomerId.ts'
import { Section } from '../../shell/Page.tsx'
import { TextLink } from '../../shell/TextLink.tsx'

/** Its own part: the labels of loops would bring every schema of loops along. */
const LoopDetections = lazy(async () => ({ default: (await import('../../loops/LoopDetections.tsx')).LoopDetections }))

/** Loops that cost money now, the costliest first. */
export function LoopsRunning() {
  const navigate = useNavigate()
  const customerId = useCustomerId()
  return (
    <Section title="Loops running now" actions={<TextLink to="/loops">All loops</TextLink>}>
      <Suspense fallback={<SkeletonRows rows={2} />}>
        <LoopDetections
          compact
          autoRefresh
          showHeader={false}
          customerId={customerId}
          onLoopSelect={(loop) => loop && void navigate({ to: '/loops', search: { loop: loop.id } })}
        />
      </Suspense>
    </Section>
  )
}
