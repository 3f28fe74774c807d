import { Kbd } from '@kept/ui/controls/Kbd.tsx'
import { Search } from 'lucide-react'
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'

const Palette = lazy(() => import('./Palette.tsx'))

const searchPlaceholder = 'Search resources, costs, or recommendations...'

/** The box in the bar. It opens the command palette, which does the searching; so does Ctrl-K or Cmd-K anywhere. */
export function SearchBox() {
  const { open, setOpen, text, setText, openWith } = usePalette()
  return (
    <div className="relative w-full max-w-md">
      <Search size={15} aria-hidden="true" className="pointer-events-none absolute top-2 left-2.5 text-faint" />
      <input
        id="search"
        type="search"
        readOnly
        value=""
        placeholder={searchPlaceholder}
        aria-label={searchPlaceholder}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K /"
        onClick={() => openWith('')}
        onKeyDown={(event) => {
          if (!isPrintableKey(event) && event.key !== 'Enter' && event.key !== 'ArrowDown') return
          event.preventDefault()
          openWith(isPrintableKey(event) ? event.key.trim() : '')
        }}
        className="h-8 w-full cursor-pointer truncate rounded-base border border-edge/70 bg-raised pr-3 pl-8 text-body hover:border-edge sm:pr-16"
      />
      <span aria-hidden="true" className="pointer-events-none absolute top-1.5 right-2 hidden gap-0.5 sm:flex">
        <Kbd>{isApple() ? '⌘' : 'Ctrl'}</Kbd>
        <Kbd>K</Kbd>
      </span>
      {open && (
        <Suspense>
          <Palette open={open} onOpenChange={setOpen} text={text} onText={setText} placeholder={searchPlaceholder} />
        </Suspense>
      )}
    </div>
  )
}

/** Whether the palette is open, what stands in it, and the keys that open it. */
function usePalette() {
  const [open, show] = useState(false)
  const [text, setText] = useState('')
  // Known at once, not with the next drawing: keys come faster than that.
  const opened = useRef(false)
  const setOpen = useCallback((next: boolean) => {
    opened.current = next
    show(next)
  }, [])
  const openWith = useCallback(
    (first: string) => {
      setText(first)
      setOpen(true)
    },
    [setOpen],
  )
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const inPalette = event.target instanceof Element && event.target.closest('[role="dialog"]') !== null
      if (event.key.toLowerCase() === 'k' && (event.metaKey || event.ctrlKey) && !event.altKey && !event.shiftKey) {
        if (opened.current) setOpen(false)
        else openWith('')
      } else if (opened.current && !inPalette && isPrintableKey(event)) {
        // The palette is still on its way: letters typed meanwhile are not lost.
        setText((now) => now + event.key)
      } else return
      event.preventDefault()
      event.stopPropagation()
    }
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [openWith, setOpen])
  return { open, setOpen, text, setText, openWith }
}

function isPrintableKey(event: Pick<KeyboardEvent, 'key' | 'metaKey' | 'ctrlKey' | 'altKey'>): boolean {
  return event.key.length === 1 && !event.metaKey && !event.ctrlKey && !event.altKey
}

function isApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent)
}
