import { Drawer } from '@kept/ui/controls/Drawer.tsx'
import { Explanation } from './Explanation.tsx'
import { useWhy } from './useWhy.ts'
import { readWhy } from './why.ts'

/** "Why did this change?", over the screen that asks. The address has the question. */
export default function WhyDrawer({ why }: { why: string }) {
  const ask = useWhy()
  return (
    <Drawer side="right" open onOpenChange={(open) => !open && void ask(null)} title="Why did this change?">
      <Explanation question={readWhy(why)} onAsk={(next) => void ask(next)} onClose={() => void ask(null)} />
    </Drawer>
  )
}
