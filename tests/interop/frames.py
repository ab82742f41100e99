"""The games of a playtest as data frames: what DuckDB reads from CSV, and DuckDB and Arrow from Parquet, is the same.

    python frames.py GAMES.csv GAMES.parquet

Prints how many games there are and how many each side won, as JSON.
"""

import json
import sys

import duckdb
import pyarrow.parquet

as_csv, as_parquet = sys.argv[1:]
rows = duckdb.sql(f"select * from read_csv('{as_csv}', null_padding=false)").fetchall()
columns = [column[0] for column in duckdb.sql(f"describe select * from read_parquet('{as_parquet}')").fetchall()]
same = duckdb.sql(f"select * from read_parquet('{as_parquet}')").fetchall()
table = pyarrow.parquet.read_table(as_parquet)
assert table.column_names == columns, (table.column_names, columns)
arrow = [tuple(row[name] for name in columns) for row in table.to_pylist()]
assert same == arrow, "DuckDB and Arrow differ"
# CSV knows no difference between nothing and an empty text.
told = [tuple("" if cell is None else cell for cell in row) for row in rows]
assert told == same, next((a, b) for a, b in zip(told, same) if a != b)
won = duckdb.sql(f"select winner, count(*) from read_parquet('{as_parquet}') group by all").fetchall()
print(json.dumps({"games": len(rows), "columns": len(columns), "won": dict(won)}))
