import { Navigate, useParams } from 'react-router'

/** 支付流水 of one number: the list, narrowed to it. Orders §1. */
export default function PaymentsOf() {
  const { flowNo = '' } = useParams()
  return <Navigate to={`/order/orderPaymentLog?keywords=${encodeURIComponent(flowNo)}`} replace />
}
