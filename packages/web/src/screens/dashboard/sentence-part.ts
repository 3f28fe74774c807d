/** A part of the executive sentence. */
export interface Part {
  text: string
  /** Which details it links to. */
  evidence?: 'spend' | 'forecast' | 'statements' | 'ledger' | 'other'
  /** The currency an `other` part switches to. */
  currency?: string
  /** `kept` (green) for verified savings; `leak` (red) for a loss or spend above the likely range. */
  tone?: 'kept' | 'leak'
}
