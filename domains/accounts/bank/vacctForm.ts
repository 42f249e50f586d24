/** The form of a virtual account. */
export const VACCT_FORM = {
  width: 560,
  groups: [{ fields: ['payerId', 'vacctNo', 'vacctName', 'bankCode', 'mainAccount'] }],
  inputs: {
    payerId: { help: '款项记入该付款方的虚拟账户，一个付款方只有一个虚拟账号' },
    mainAccount: { help: '虚拟账号所属的企业账号' },
  },
}
