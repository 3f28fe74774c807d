/** The error of a form, announced and focusable. */
export function FormFailure({ sentence }: { sentence: string }) {
  return (
    <div role="alert">
      {sentence && (
        <p
          data-form-failure
          tabIndex={-1}
          className="border-leak border-l-2 bg-leak-wash px-3 py-2 text-body text-ink outline-offset-0"
        >
          {sentence}
        </p>
      )}
    </div>
  )
}
