import { Dialog } from '@kept/ui/controls/Dialog.tsx'
import { Kbd } from '@kept/ui/controls/Kbd.tsx'
import { useState } from 'react'
import { showShortcuts, useShortcutsOn } from './shortcut-choice.ts'
import { goKeyOf, shortcuts } from './shortcuts.ts'
import { useOffered } from './useOffered.ts'
import { mainAction } from './useShortcuts.ts'

/** Every key that does something here. */
export default function ShortcutSheet() {
  const on = useShortcutsOn()
  const offered = useOffered()
  // Read once, when the list opens: behind it the page is another to those who listen.
  const [main] = useState(() => mainAction()?.textContent)
  return (
    <Dialog
      open
      onOpenChange={showShortcuts}
      wide
      title="Keyboard shortcuts"
      words={
        on
          ? 'Single keys do nothing while you type. They can be turned off in Settings, Appearance.'
          : 'Single keys are turned off, in Settings, Appearance; those that are faint here do nothing.'
      }
    >
      <div className="grid gap-x-10 gap-y-5 sm:grid-cols-2">
        <section aria-label="Anywhere">
          <h3 className="mb-1 text-small font-semibold">Anywhere</h3>
          <dl>
            {shortcuts.map(({ keys, words, act, always }) => (
              <Line key={words} keys={keys} faint={!on && !always}>
                {act === 'main' && main ? `${words}: ${main}` : words}
              </Line>
            ))}
          </dl>
        </section>
        <section aria-label="Go to">
          <h3 className="mb-1 text-small font-semibold">Go to</h3>
          <dl>
            {offered.map(({ path, title, menu }) => {
              const key = goKeyOf(path)
              return (
                key && (
                  <Line key={path} keys={['g', key]} faint={!on}>
                    {menu?.label ?? title}
                  </Line>
                )
              )
            })}
          </dl>
        </section>
      </div>
    </Dialog>
  )
}

function Line({ keys, faint, children }: { keys: readonly string[]; faint: boolean; children: string }) {
  return (
    <div className="flex items-center justify-between gap-4 border-rule border-b py-1.5 text-body">
      <dt className={faint ? 'text-faint' : ''}>{children}</dt>
      <dd className="flex shrink-0 gap-1">
        {keys.map((key) => (
          <Kbd key={key}>{key}</Kbd>
        ))}
      </dd>
    </div>
  )
}
