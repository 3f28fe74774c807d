import { FileUp } from 'lucide-react'
import { type DragEvent, type ReactNode, useId, useState } from 'react'
import { cx } from '../cx.ts'

interface FileDropProps {
  label: string
  description: ReactNode
  accept?: string
  disabled?: boolean
  /** One file at a time. */
  single?: boolean
  onFiles(files: File[]): void
}

/** A drop area that also opens the file browser. */
export function FileDrop({ label, description, accept, disabled = false, single = false, onFiles }: FileDropProps) {
  const id = useId()
  const [over, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const files = [...event.dataTransfer.files]
    if (files.length > 0 && !disabled) onFiles(single ? files.slice(0, 1) : files)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the file input inside is the keyboard alternative.
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={cx(
        'relative flex flex-col items-center justify-center rounded-base border border-dashed px-6 py-9 text-center transition-colors duration-120',
        over ? 'border-fact bg-fact-wash' : 'border-edge/70 bg-raised hover:border-edge',
        'focus-within:outline-2 focus-within:outline-focus focus-within:outline-offset-2',
      )}
    >
      <FileUp size={22} strokeWidth={1.5} className="mb-2 text-faint" aria-hidden="true" />
      <label htmlFor={id} className="text-lead font-medium">
        {label}
      </label>
      <div id={`${id}-description`} className="mt-1 max-w-prose text-balance text-small text-soft">
        {description}
      </div>
      <input
        id={id}
        type="file"
        multiple={!single}
        accept={accept}
        disabled={disabled}
        aria-describedby={`${id}-description`}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          event.target.value = ''
          if (files.length > 0) onFiles(files)
        }}
        className="absolute inset-0 cursor-pointer opacity-0"
      />
    </div>
  )
}
