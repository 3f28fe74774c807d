/** A run of words of the executive sentence. */
export interface Part {
  words: string
  /** Where the proof of it is. */
  evidence?: 'spend' | 'forecast' | 'statements' | 'ledger' | 'other'
  /** Of `other`: whose sentence it leads to. */
  currency?: string
  /** Green is money kept and verified, vermilion is money beyond what was likely, or lost. */
  tone?: 'kept' | 'leak'
}
