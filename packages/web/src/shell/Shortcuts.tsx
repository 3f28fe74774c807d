import { lazy, Suspense } from 'react'
import { useSheetOpen } from './shortcut-choice.ts'
import { useShortcuts } from './useShortcuts.ts'

const ShortcutSheet = lazy(() => import('./ShortcutSheet.tsx'))

/** The keys of the application, and their list when it is asked for. */
export function Shortcuts() {
  useShortcuts()
  const open = useSheetOpen()
  return (
    open && (
      <Suspense>
        <ShortcutSheet />
      </Suspense>
    )
  )
}
