-- Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
-- SPDX-License-Identifier: Apache-2.0
--
-- TPC-H query 4, order priority checking; validation parameters.
SELECT o_orderpriority, count(*) AS order_count
FROM orders
WHERE o_orderdate >= DATE '1993-07-01'
  AND o_orderdate < DATE '1993-07-01' + INTERVAL '3' MONTH
  AND EXISTS (
    SELECT * FROM lineitem WHERE l_orderkey = o_orderkey AND l_commitdate < l_receiptdate)
GROUP BY o_orderpriority
ORDER BY o_orderpriority
