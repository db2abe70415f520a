-- Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
-- SPDX-License-Identifier: Apache-2.0
--
-- The eight TPC-H tables as views over the CSV files of the working directory.

CREATE VIEW region AS SELECT * FROM read_csv('region.csv', header = true, columns = {
  'r_regionkey': 'INTEGER',
  'r_name': 'VARCHAR',
  'r_comment': 'VARCHAR'
});

CREATE VIEW nation AS SELECT * FROM read_csv('nation.csv', header = true, columns = {
  'n_nationkey': 'INTEGER',
  'n_name': 'VARCHAR',
  'n_regionkey': 'INTEGER',
  'n_comment': 'VARCHAR'
});

CREATE VIEW supplier AS SELECT * FROM read_csv('supplier.csv', header = true, columns = {
  's_suppkey': 'BIGINT',
  's_name': 'VARCHAR',
  's_address': 'VARCHAR',
  's_nationkey': 'INTEGER',
  's_phone': 'VARCHAR',
  's_acctbal': 'DECIMAL(15,2)',
  's_comment': 'VARCHAR'
});

CREATE VIEW customer AS SELECT * FROM read_csv('customer.csv', header = true, columns = {
  'c_custkey': 'BIGINT',
  'c_name': 'VARCHAR',
  'c_address': 'VARCHAR',
  'c_nationkey': 'INTEGER',
  'c_phone': 'VARCHAR',
  'c_acctbal': 'DECIMAL(15,2)',
  'c_mktsegment': 'VARCHAR',
  'c_comment': 'VARCHAR'
});

CREATE VIEW part AS SELECT * FROM read_csv('part.csv', header = true, columns = {
  'p_partkey': 'BIGINT',
  'p_name': 'VARCHAR',
  'p_mfgr': 'VARCHAR',
  'p_brand': 'VARCHAR',
  'p_type': 'VARCHAR',
  'p_size': 'INTEGER',
  'p_container': 'VARCHAR',
  'p_retailprice': 'DECIMAL(15,2)',
  'p_comment': 'VARCHAR'
});

CREATE VIEW partsupp AS SELECT * FROM read_csv('partsupp.csv', header = true, columns = {
  'ps_partkey': 'BIGINT',
  'ps_suppkey': 'BIGINT',
  'ps_availqty': 'BIGINT',
  'ps_supplycost': 'DECIMAL(15,2)',
  'ps_comment': 'VARCHAR'
});

CREATE VIEW orders AS SELECT * FROM read_csv('orders.csv', header = true, columns = {
  'o_orderkey': 'BIGINT',
  'o_custkey': 'BIGINT',
  'o_orderstatus': 'VARCHAR',
  'o_totalprice': 'DECIMAL(15,2)',
  'o_orderdate': 'DATE',
  'o_orderpriority': 'VARCHAR',
  'o_clerk': 'VARCHAR',
  'o_shippriority': 'INTEGER',
  'o_comment': 'VARCHAR'
});

CREATE VIEW lineitem AS SELECT * FROM read_csv('lineitem.csv', header = true, columns = {
  'l_orderkey': 'BIGINT',
  'l_partkey': 'BIGINT',
  'l_suppkey': 'BIGINT',
  'l_linenumber': 'BIGINT',
  'l_quantity': 'DECIMAL(15,2)',
  'l_extendedprice': 'DECIMAL(15,2)',
  'l_discount': 'DECIMAL(15,2)',
  'l_tax': 'DECIMAL(15,2)',
  'l_returnflag': 'VARCHAR',
  'l_linestatus': 'VARCHAR',
  'l_shipdate': 'DATE',
  'l_commitdate': 'DATE',
  'l_receiptdate': 'DATE',
  'l_shipinstruct': 'VARCHAR',
  'l_shipmode': 'VARCHAR',
  'l_comment': 'VARCHAR'
});
