/**
 * What was typed and not sent: read from the fields a person touched, and put back into the same fields when they
 * appear again. It never reads a password, a one-time code, a number of a card, or a file.
 */
import { withoutBase } from '../url/base-path.ts'

export interface Typed {
  /** Names the field again: the form or dialog it stands in, its label, and which of those that share both. */
  field: string
  value: string
}

type Box = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const readable = ['text', 'email', 'url', 'tel', 'number', 'date', 'month', 'time', 'datetime-local', 'textarea']
const secret = /password|one-time-code|^cc-/

/** Whether the value of a field of this type may be stored. */
export function mayStore(kind: string, autocomplete: string): boolean {
  return (readable.includes(kind) || kind.startsWith('select')) && !secret.test(autocomplete)
}

function createDrafts() {
  const touched = new Set<Box>()
  let waiting: Typed[] = []
  let draftPath = ''
  let isThere = false
  let observer: MutationObserver | undefined

  const putBack = () => {
    if (withoutBase(location.pathname) !== draftPath) {
      // On the way there the page is still another; afterwards the person has gone on.
      if (isThere) stop()
      return
    }
    isThere = true
    for (const [field, box] of fieldsOf(document)) {
      const match = waiting.find((entry) => entry.field === field)
      if (!match) continue
      waiting = waiting.filter((entry) => entry !== match)
      fill(box, match.value)
    }
    if (waiting.length === 0) stop()
  }
  const stop = () => {
    waiting = []
    observer?.disconnect()
    observer = undefined
  }

  return {
    /** Notices which fields a person changes. */
    startTracking(): void {
      const touch = ({ target }: Event) => {
        if (isBox(target) && mayStore(target.type, target.autocomplete)) touched.add(target)
      }
      addEventListener('input', touch, { capture: true })
      addEventListener('change', touch, { capture: true })
    },
    /** What stands in the fields that were changed and are still on the page. */
    capture(): Typed[] {
      const typed = fieldsOf(document)
        .filter(([, box]) => touched.has(box) && box.value !== '')
        .map(([field, { value }]) => ({ field, value }))
      touched.clear()
      stop()
      return typed
    },
    /** Fills the fields as they appear on the page at this path: a dialog may have to be opened first. */
    restore(typed: readonly Typed[], path: string): void {
      stop()
      if (typed.length === 0) return
      waiting = [...typed]
      draftPath = path
      isThere = false
      observer = new MutationObserver(putBack)
      observer.observe(document.body, { childList: true, subtree: true })
    },
  }
}

/** The drafts of this page. */
export const drafts = createDrafts()

/** Every field that may be kept, under its name. */
function fieldsOf(page: Document): [field: string, box: Box][] {
  const countByName = new Map<string, number>()
  return [...page.querySelectorAll<Box>('input, textarea, select')]
    .filter((box) => mayStore(box.type, box.autocomplete))
    .map((box) => {
      const name = `${sectionOf(box)}|${box.type}|${box.name}|${labelOf(box)}`
      const nth = countByName.get(name) ?? 0
      countByName.set(name, nth + 1)
      return [`${name}|${nth}`, box]
    })
}

/** The dialog or the part of the page it stands in, as it is called. */
function sectionOf(box: Box): string {
  const section = box.closest('[role="dialog"], form[aria-label], fieldset, section[aria-labelledby]')
  const labelId = section?.getAttribute('aria-labelledby')
  return section?.getAttribute('aria-label') ?? (labelId && document.getElementById(labelId)?.textContent) ?? ''
}

function labelOf(box: Box): string {
  return box.getAttribute('aria-label') ?? box.labels?.[0]?.textContent ?? ''
}

/** Fills the field as if typed, so that the component that renders it gets the event. */
function fill(box: Box, value: string): void {
  const shape = Object.getPrototypeOf(box) as object
  Object.getOwnPropertyDescriptor(shape, 'value')?.set?.call(box, value)
  box.dispatchEvent(new Event('input', { bubbles: true }))
  box.dispatchEvent(new Event('change', { bubbles: true }))
}

function isBox(target: EventTarget | null): target is Box {
  return (
    target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
  )
}
