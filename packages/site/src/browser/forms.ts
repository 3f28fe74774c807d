/** Forms send themselves without leaving the page; without script the browser sends them, and a page answers. */

interface Answer {
  message?: string
}

export function startForms(form: HTMLFormElement): void {
  const answer = form.querySelector<HTMLElement>('[data-answer]')
  const button = form.querySelector<HTMLButtonElement>('button[type="submit"]')
  if (!answer || !button) return
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (button.ariaBusy === 'true') return
    button.ariaBusy = 'true'
    answer.textContent = ''
    const { ok, message } = await send(form)
    button.ariaBusy = 'false'
    answer.toggleAttribute('data-bad', !ok)
    answer.textContent = message
    if (ok) form.reset()
  })
}

async function send(form: HTMLFormElement): Promise<{ ok: boolean; message: string }> {
  const fields = Object.fromEntries(new FormData(form))
  try {
    const response = await fetch(form.action, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(fields),
    })
    const { message }: Answer = await response.json()
    return { ok: response.ok, message: message ?? 'That did not work. Please try again.' }
  } catch {
    return { ok: false, message: 'The server could not be reached. Nothing was sent; please try again.' }
  }
}
