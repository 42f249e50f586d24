/** What happens to an account in the test of killed processes: top-up, pay, refund, reversal, freeze and unfreeze. */
export const STEPS = [
  { pm: 1, transactionType: 1 },
  { pm: 0, transactionType: 2 },
  { pm: 1, transactionType: 3 },
  { pm: 0, transactionType: 6 },
  { pm: 0, transactionType: 10 },
  { pm: 1, transactionType: 11 },
] as const
